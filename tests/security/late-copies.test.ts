import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#server/testing/serve-tests.ts';
import { listThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { sendLateCopies } from '#tests/faults/trials/late-copies.ts';

const { person } = serveTests();

test('late copies of adds, edits and deletes change nothing', async () => {
  const visitor = await person('ada');
  const { before, after, statuses } = await sendLateCopies(startTrial('late copies'), {
    visitor,
    thoughts: 40,
    copies: 400,
  });
  expect(before.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
  expect([...statuses].every((status) => [204, 404, 409].includes(status))).toBe(true);
});

test('the id of a deleted thought is nobody’s to use again', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')];
  const path = `${PATHS.thoughts}/${newTextID()}`;
  await ada.sendJSON('PUT', path, { text: 'deleted soon' });
  await ada.send(path, { method: 'DELETE' });
  await ada.sendJSON('PUT', path, { text: 'deleted soon' });
  expect((await eve.sendJSON('PUT', path, { text: 'mine now' })).status).toBe(409);
  const paths = (await listThoughts(ada)).map(({ textID }) => `${PATHS.thoughts}/${textID}`);
  expect(paths).not.toContain(path);
});
