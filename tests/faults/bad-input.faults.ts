import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateText } from '#shared/thought.ts';
import type { BoardProcess } from './support/board-process.ts';
import { hostileRequest } from './support/hostile-requests.ts';
import { createHostileSender } from './support/hostile-sender.ts';
import { listAllThoughts } from './support/listed-thoughts.ts';
import { describeMemory } from './support/memory-growth.ts';
import { forEachOf } from './support/pause.ts';
import { serveTrials } from './support/serve-trials.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** What a server may grow by, in MiB, once it is warm: more would be a leak. */
const GROWTH = 64;
/** The same of the values in use alone, which a collection of garbage leaves. */
const HEAP_GROWTH = 4;
/** Requests that are drawn at once, and those that warm the server up. */
const CHUNK = 1_000;
const WARMING = 10_000;
const { board, ada } = serveTrials();

test('no generated request fails the server, only thoughts are stored, and memory is flat', async () => {
  const { seed, progress, report } = startTrial('bad requests');
  const requests = amountOf('REQUESTS', 100_000);
  const sender = createHostileSender({ origin: board().origin, cookie: ada().jar.header('/') });
  const send = async (from: number, to: number): Promise<void> => {
    for (let sent = from; sent < to; sent += CHUNK) {
      const drawn = fc.sample(hostileRequest, { numRuns: CHUNK, seed: seed + sent });
      await forEachOf(drawn, sender.width, sender.send);
      progress(() => `${sent + CHUNK} of ${to} requests`);
    }
  };
  await send(0, WARMING);
  const memory = await growthDuring(board(), () => send(WARMING, WARMING + requests));
  sender.close();
  report(`${requests} requests, by status ${JSON.stringify(sender.statuses)}; ${memory.inWords}`);
  expect(sender.failed).toEqual([]);
  const stored = await listAllThoughts(ada());
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter(({ text }) => validateText(text) !== null)).toEqual([]);
  expect(memory.heap).toBeLessThan(HEAP_GROWTH);
  expect(memory.resident).toBeLessThan(GROWTH);
});

/** By how many MiB a server grows meanwhile. */
async function growthDuring(server: BoardProcess, work: () => Promise<void>) {
  const warm = await server.collectedMemory();
  await work();
  const after = await server.collectedMemory();
  return {
    heap: after.heap - warm.heap,
    resident: after.resident - warm.resident,
    inWords: `when warm ${describeMemory(warm)}; after it ${describeMemory(after)}`,
  };
}
