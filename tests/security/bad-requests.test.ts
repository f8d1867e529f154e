import { expect, test } from 'vitest';
import { serveTests } from '#server/testing/serve-tests.ts';
import { listAllThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { findStrangers } from '#tests/faults/support/hostile-sender.ts';
import { sendBadRequests } from '#tests/faults/trials/bad-requests.ts';

const { server, person } = serveTests();

test('of 2,000 generated requests none fails the server, and only thoughts are stored', async () => {
  const ada = await person('ada');
  const outcome = await sendBadRequests(startTrial('bad requests'), {
    origin: server().origin,
    cookie: ada.jar.header('/'),
    count: 2_000,
  });
  expect(outcome.failed).toEqual([]);
  expect(outcome.wronglyAccepted).toEqual([]);
  expect(findStrangers(await listAllThoughts(ada), outcome.accepted)).toEqual([]);
});
