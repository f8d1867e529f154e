import { expect, onTestFinished, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { listThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { mountSmallDisk } from '#tests/faults/support/small-disk.ts';

const TWO_HOURS = 7_200_000;

test('with a full disk reading goes on, and writing does again once there is space', async (context) => {
  const disk = mountSmallDisk();
  if (disk === null) return context.skip('A small disk to fill takes the right to mount one.');
  onTestFinished(disk.remove);
  // Where the test server makes its data folder.
  vi.stubEnv('TMPDIR', disk.path);
  let ahead = 0;
  const server = await startTestServer({ now: () => Date.now() + ahead });
  onTestFinished(server.close);
  vi.unstubAllEnvs();
  const ada = await signIn(server.origin, { name: 'Ada', email: 'ada@example.com' });
  const acknowledged = await addUntilRefused(ada, 3);
  expect(acknowledged).toHaveLength(3);

  disk.fill();
  acknowledged.push(...(await addUntilRefused(ada, 2_000)));
  // A session that has not been used for long is noted as used, which also writes.
  ahead = TWO_HOURS;
  expect(await statusOf(ada, PATHS.session)).toBe(200);
  expect(await statusOf(ada, PATHS.thoughts)).toBe(200);
  expect(await statusOf(ada, PATHS.ready)).toBe(503);

  disk.empty();
  const more = await addUntilRefused(ada, 3);
  expect(more).toHaveLength(3);
  // Its answer is given again for a second.
  await vi.waitFor(async () => expect(await statusOf(ada, PATHS.ready)).toBe(200), 5_000);
  const newest = (await listThoughts(ada)).map(({ textID }) => textID);
  const known = new Set([...acknowledged, ...more]);
  expect(newest.filter((textID) => !known.has(textID))).toEqual([]);
  expect(newest.slice(0, 3).toSorted()).toEqual(more.toSorted());
});

async function statusOf(visitor: Visitor, path: string): Promise<number> {
  return (await visitor.send(path)).status;
}

/** Adds thoughts until one is refused, or there are enough; returns those acknowledged. */
async function addUntilRefused(visitor: Visitor, enough: number): Promise<string[]> {
  const acknowledged: string[] = [];
  while (acknowledged.length < enough) {
    const textID = newTextID();
    const text = 'x'.repeat(150);
    const { status } = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text });
    if (status >= 500) return acknowledged;
    expect(status).toBe(204);
    acknowledged.push(textID);
  }
  return acknowledged;
}
