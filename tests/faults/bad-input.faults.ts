import { expect, test } from 'vitest';
import { skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { listAllThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { serveTrials } from '#tests/faults/support/serve-trials.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { findStrangers } from '#tests/faults/support/hostile-sender.ts';
import { sendBadRequests } from '#tests/faults/trials/bad-requests.ts';
import { sendGuidedRequests } from '#tests/faults/trials/guided-requests.ts';
import { sendBrokenHTTP } from '#tests/faults/trials/broken-http.ts';

/** What a server may grow by, in MiB, once it is warm: more would be a leak. */
const GROWTH = 64;
/** The same of the values in use alone, which a collection of garbage leaves. */
const HEAP_GROWTH = 4;

const { board, ada } = serveTrials();

test('no generated request fails the server, only thoughts are stored, and memory is flat', async () => {
  const trial = startTrial('bad requests');
  const options = { origin: board().origin, cookie: ada().jar.header('/') };
  const count = amountOf('REQUESTS', 100_000);
  const warming = { ...trial, seed: trial.seed + count };
  const warmth = await sendBadRequests(warming, { ...options, count: 10_000 });
  const warm = await board().collectedMemory();
  const outcome = await sendBadRequests(trial, { ...options, count });
  const after = await board().collectedMemory();
  trial.report(
    `when warm ${warm.heap.toFixed(1)} MiB of values in ${warm.resident.toFixed(0)} MiB, ` +
      `after it ${after.heap.toFixed(1)} in ${after.resident.toFixed(0)}`,
  );
  expect(outcome.failed).toEqual([]);
  expect(outcome.wronglyAccepted).toEqual([]);
  const accepted = new Map([...warmth.accepted, ...outcome.accepted]);
  expect(findStrangers(await listAllThoughts(ada()), accepted)).toEqual([]);
  expect(after.heap - warm.heap).toBeLessThan(HEAP_GROWTH);
  expect(after.resident - warm.resident).toBeLessThan(GROWTH);
});

test('no request that is guided into rare code fails the server, and only thoughts are stored', async () => {
  const outcome = await sendGuidedRequests(startTrial('guided requests'), {
    board: board(),
    cookie: ada().jar.header('/'),
    count: amountOf('GUIDED', 20_000),
  });
  expect(outcome.failed).toEqual([]);
  expect(outcome.wronglyAccepted).toEqual([]);
  expect(findStrangers(await listAllThoughts(ada()), outcome.accepted)).toEqual([]);
});

test('no broken HTTP fails the server, and memory is flat', async (context) => {
  skipWithoutProc(context);
  const trial = startTrial('broken HTTP');
  const changed = amountOf('CONNECTIONS', 20_000);
  await sendBrokenHTTP(trial, { origin: board().origin, changed: 1_000 });
  const warm = await board().collectedMemory();
  const { failed } = await sendBrokenHTTP(trial, { origin: board().origin, changed });
  const after = await board().collectedMemory();
  trial.report(
    `when warm ${warm.heap.toFixed(1)} MiB of values in ${warm.resident.toFixed(0)} MiB, ` +
      `after it ${after.heap.toFixed(1)} in ${after.resident.toFixed(0)}, ` +
      `${board().sockets()} sockets left`,
  );
  expect(failed).toEqual([]);
  expect(after.heap - warm.heap).toBeLessThan(HEAP_GROWTH);
  expect(after.resident - warm.resident).toBeLessThan(GROWTH);
});
