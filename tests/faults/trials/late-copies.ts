import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import type { Write } from '#tests/faults/support/lossy-sender.ts';
import { listThoughts, type ListedThought } from '#tests/faults/support/listed-thoughts.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

/** The list before and after the copies came, and what was answered to them. */
export interface LateCopiesOutcome {
  before: ListedThought[];
  after: ListedThought[];
  /** Each status that was answered to a copy. */
  statuses: Set<number>;
}

export interface LateCopiesOptions {
  visitor: Visitor;
  thoughts: number;
  copies: number;
}

/** Writes thoughts, then sends copies of those very requests again, in any order. */
export async function sendLateCopies(
  { random, report }: Trial,
  { visitor, thoughts, copies }: LateCopiesOptions,
): Promise<LateCopiesOutcome> {
  const writes: Write[] = [];
  for (let count = 0; count < thoughts; count += 1) {
    const life = createLife(random.below(4));
    for (const write of life) await send(visitor, write);
    writes.push(...life);
  }
  const [first, ...others] = writes;
  if (first === undefined) throw new Error('There is nothing to copy.');
  const before = await listThoughts(visitor);
  const statuses = new Set<number>();
  for (let count = 0; count < copies; count += 1) {
    statuses.add(await send(visitor, random.pick([first, ...others])));
  }
  const after = await listThoughts(visitor);
  report(`${copies} late copies of ${writes.length} writes, answered ${[...statuses].join(', ')}`);
  return { before, after, statuses };
}

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
