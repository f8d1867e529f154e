import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { listThoughts } from '#tests/faults/support/listed-thoughts.ts';
import type { Write } from '#tests/faults/support/lossy-sender.ts';
import { startTrial } from '#tests/faults/support/trial.ts';

const { person } = serveTests();

test('late copies of adds, edits and deletes change nothing', async () => {
  const { random } = startTrial('late copies');
  const visitor = await person('ada');
  const writes = Array.from({ length: 20 }, (_, count) => createLife(count % 4)).flat();
  for (const write of writes) await send(visitor, write);
  const before = await listThoughts(visitor);
  const statuses = new Set<number>();
  for (let count = 0; count < 100; count += 1) {
    const write = writes[random.below(writes.length)];
    if (write !== undefined) statuses.add(await send(visitor, write));
  }
  expect(before.length).toBeGreaterThan(0);
  expect(await listThoughts(visitor)).toEqual(before);
  expect([...statuses].every((status) => [204, 404, 409].includes(status))).toBe(true);
});

/** The writes of one thought: added, edited up to twice, and in the end deleted or not. */
function createLife(kind: number): Write[] {
  const path = `${PATHS.thoughts}/${newTextID()}`;
  const edits: Write[] = [1, 2].map((version) => ({
    method: 'PATCH',
    path,
    body: { text: `edited ${version}`, replaces: version },
  }));
  return [
    { method: 'PUT', path, body: { text: 'added' } },
    ...edits.slice(0, kind % 3),
    ...(kind > 1 ? [{ method: 'DELETE', path } as const] : []),
  ];
}

async function send(visitor: Visitor, { method, path, body }: Write): Promise<number> {
  const answer =
    body === undefined
      ? await visitor.send(path, { method })
      : await visitor.sendJSON(method, path, body);
  return answer.status;
}
