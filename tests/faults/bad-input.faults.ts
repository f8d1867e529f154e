import { expect, test } from 'vitest';
import { listAllThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { serveTrials } from '#tests/faults/support/serve-trials.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { findStrangers } from '#tests/faults/support/hostile-sender.ts';
import { sendBadRequests } from '#tests/faults/trials/bad-requests.ts';
import { sendBrokenHTTP } from '#tests/faults/trials/broken-http.ts';

/** What a server may grow by, in MiB, once it is warm: more would be a leak. */
const GROWTH = 64;

const { board, ada } = serveTrials();

test('no generated request fails the server, only thoughts are stored, and memory is flat', async () => {
  const trial = startTrial('bad requests');
  const options = { origin: board().origin, cookie: ada().jar.header('/') };
  const count = amountOf('REQUESTS', 100_000);
  const warming = { ...trial, seed: trial.seed + count };
  const warmth = await sendBadRequests(warming, { ...options, count: 10_000 });
  const warm = board().memory();
  const outcome = await sendBadRequests(trial, { ...options, count });
  trial.report(`memory ${warm.toFixed(0)} MiB when warm, ${board().memory().toFixed(0)} MiB after`);
  expect(outcome.failed).toEqual([]);
  expect(outcome.wronglyAccepted).toEqual([]);
  const accepted = new Map([...warmth.accepted, ...outcome.accepted]);
  expect(findStrangers(await listAllThoughts(ada()), accepted)).toEqual([]);
  expect(board().memory() - warm).toBeLessThan(GROWTH);
});

test('no broken HTTP fails the server, and memory is flat', async () => {
  const trial = startTrial('broken HTTP');
  const changed = amountOf('CONNECTIONS', 20_000);
  await sendBrokenHTTP(trial, { origin: board().origin, changed: 1_000 });
  const warm = board().memory();
  const { failed } = await sendBrokenHTTP(trial, { origin: board().origin, changed });
  trial.report(
    `memory ${warm.toFixed(0)} MiB when warm, ${board().memory().toFixed(0)} MiB after, ` +
      `${board().sockets()} sockets left`,
  );
  expect(failed).toEqual([]);
  expect(board().memory() - warm).toBeLessThan(GROWTH);
});
