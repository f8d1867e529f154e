import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateText } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { skipWithoutProc, type BoardProcess } from './support/board-process.ts';
import { knownShapes, mutatedShape, type BrokenHTTP } from './support/broken-http.ts';
import { hostileRequest } from './support/hostile-requests.ts';
import { createHostileSender } from './support/hostile-sender.ts';
import { listAllThoughts } from './support/listed-thoughts.ts';
import { describeMemory } from './support/memory-growth.ts';
import { forEachOf } from './support/pause.ts';
import { sendRaw } from './support/raw-http.ts';
import { serveTrials } from './support/serve-trials.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** What a server may grow by, in MiB, once it is warm: more would be a leak. */
const GROWTH = 64;
/** The same of the values in use alone, which a collection of garbage leaves. */
const HEAP_GROWTH = 4;
/** Requests that are drawn at once, and those that warm the server up. */
const CHUNK = 1_000;
const WARMING = 10_000;
/** Broken connections at once, and milliseconds to wait for the answers to one. */
const WIDTH = 20;
const TIMEOUT_MS = 400;

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

test('no broken HTTP fails the server or holds others up, and memory is flat', async (context) => {
  skipWithoutProc(context);
  const { random, progress, report } = startTrial('broken HTTP');
  const connections = amountOf('CONNECTIONS', 20_000);
  const { host } = new URL(board().origin);
  const statuses: Record<number, number> = {};
  const failed: string[] = [];
  let [done, slowest] = [0, 0];
  const send = (shapes: Iterable<BrokenHTTP>): Promise<void> =>
    forEachOf(shapes, WIDTH, async ({ kind, bytes }) => {
      const answer = await sendRaw({ port: board().port, bytes, timeout: TIMEOUT_MS });
      for (const status of answer.statuses) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 500) failed.push(`${kind}: ${status}`);
      }
      done += 1;
      if (done % WIDTH === 0) slowest = Math.max(slowest, await timeHealth(board().origin));
      progress(() => `${done} of ${connections} connections`);
    });
  const changed = (count: number): BrokenHTTP[] =>
    Array.from({ length: count }, () => mutatedShape(random, host));
  await send([...knownShapes(host), ...changed(CHUNK)]);
  const memory = await growthDuring(board(), () => send(changed(connections)));
  report(
    `${done} connections, by status ${JSON.stringify(statuses)}, slowest sound request ` +
      `${slowest.toFixed(0)} ms, ${board().sockets()} sockets left; ${memory.inWords}`,
  );
  expect(failed).toEqual([]);
  // Of a machine that does other things besides; a server held up would take minutes.
  expect(slowest).toBeLessThan(5_000);
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

async function timeHealth(origin: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${origin}${PATHS.ready}`);
  if (!answer.ok) throw new Error(`A sound request was answered ${answer.status}.`);
  await answer.body?.cancel();
  return performance.now() - began;
}
