import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { listThoughts } from '#tests/faults/support/listed-thoughts.ts';

const HOUR = 3_600_000;

let shift = 0;
const { person } = serveTests(() => ({ now: () => Date.now() + shift }));

test.each([
  ['back by hours', -5 * HOUR],
  ['forward by hours', 5 * HOUR],
  ['back again', 0],
])('with the clock set %s no older thought stands above a new one', async (_name, by) => {
  const ada = await person('ada');
  await add(ada);
  shift = by;
  const textID = await add(ada);
  const thoughts = await listThoughts(ada);
  const added = thoughts.find((thought) => thought.textID === textID);
  // Of one millisecond there may be two, in the order of their ids.
  expect(added?.createdAt).toEqual(thoughts[0]?.createdAt);
});

async function add(visitor: Visitor): Promise<string> {
  const textID = newTextID();
  const answer = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: 'now' });
  expect(answer.status).toBe(204);
  return textID;
}
