import { Agent, request } from 'node:http';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { validateText } from '#shared/thought.ts';
import { describeMemory } from '#bench/start-process.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ADA, startBoard } from './support/board-process.ts';
import { hostileRequest, type HostileRequest } from './support/hostile-requests.ts';
import { forEachOf } from './support/for-each-of.ts';
import { readStoredThoughts } from './support/stored-thoughts.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** What a server may grow by, in MiB, once it is warm: more would be a leak. */
const GROWTH = 64;
/** The same of the values in use alone, which a collection of garbage leaves. */
const HEAP_GROWTH = 4;
/** Requests that are drawn at once, those under way at once, and those that warm the server up. */
const CHUNK = 1_000;
const WIDTH = 8;
const WARMING = 10_000;

test('no generated request fails the server, only thoughts are stored, and memory is flat', async () => {
  const { seed, progress, report } = startTrial('bad requests');
  const requests = amountOf('REQUESTS', 100_000);
  const dataFolder = temporaryFolder();
  const board = await startBoard({ dataFolder });
  const ada = await signIn(board.origin, ADA);
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH });
  onTestFinished(() => agent.destroy());
  /** How often each status was answered; 0 stands for a broken connection. */
  const statuses: Record<number, number> = {};
  const failed: { status: number; hostile: HostileRequest }[] = [];
  const sendOne = async (hostile: HostileRequest): Promise<void> => {
    const status = await statusOf(hostile, {
      agent,
      origin: board.origin,
      cookie: ada.jar.header('/'),
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 || status >= 500) failed.push({ status, hostile });
  };
  const send = async (from: number, to: number): Promise<void> => {
    for (let sent = from; sent < to; sent += CHUNK) {
      const drawn = fc.sample(hostileRequest, { numRuns: CHUNK, seed: seed + sent });
      await forEachOf(drawn, WIDTH, sendOne);
      progress(() => `${sent + CHUNK} of ${to} requests`);
    }
  };
  await send(0, WARMING);
  const warm = await board.collectedMemory();
  await send(WARMING, WARMING + requests);
  const after = await board.collectedMemory();
  report(
    `${requests} requests, by status ${JSON.stringify(statuses)}; ` +
      `when warm ${describeMemory(warm)}; after it ${describeMemory(after)}`,
  );
  expect(failed).toEqual([]);
  const stored = readStoredThoughts(dataFolder);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter(({ text }) => validateText(text) !== null)).toEqual([]);
  expect(after.heap - warm.heap).toBeLessThan(HEAP_GROWTH);
  expect(after.resident - warm.resident).toBeLessThan(GROWTH);
});

/** Sends a request in a person's name; resolves with its status, or 0. */
function statusOf(
  { method, path, headers, body }: HostileRequest,
  { agent, origin, cookie }: { agent: Agent; origin: string; cookie: string },
): Promise<number> {
  const { port, host } = new URL(origin);
  const sent = { host, cookie, origin, ...headers, 'content-length': body.length };
  return new Promise((resolve) => {
    const sending = request({ host: '127.0.0.1', port, agent, method, path, headers: sent });
    let status = 0;
    // What is no HTTP is refused with a body, also where it asked for a head.
    sending.on('error', () => resolve(method === 'HEAD' ? status : 0));
    sending.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      // A stream would never end.
      if (answer.headers['content-type'] === 'text/event-stream') answer.destroy();
      answer.on('error', () => resolve(0));
      answer.resume().once('close', () => resolve(status));
    });
    sending.end(body);
  });
}
