import { type Agent, request } from 'node:http';
import { vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#tests/server/sign-in.ts';
import type { HostileRequest } from './hostile-requests.ts';
import { type Random, startTrial } from './trial.ts';
import { ADA, type BoardProcess } from './board-process.ts';
import type { Written } from './stored.ts';

/** Milliseconds between two tries: a server that is down refuses at once. */
const RETRY_INTERVAL = 5;

/** A write, as it is sent again and again. */
interface Write {
  method: 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/** Somebody who sends writes to a port, which may be a proxy's, from pages of an origin. */
interface Sender {
  port: number;
  origin: string;
  cookie: string;
}

/** Sends a request, on a connection of its own unless an agent has one; resolves with its status, 0 when it was cut. */
export function statusOf(
  { port, origin, cookie, agent = false }: Sender & { agent?: Agent | false },
  { method, path, headers, body }: HostileRequest,
): Promise<number> {
  const own = { host: new URL(origin).host, cookie, origin };
  const sent = { ...own, ...headers, 'content-length': body.length };
  return new Promise((resolve) => {
    const sending = request({ host: '127.0.0.1', port, agent, method, path, headers: sent });
    let status = 0;
    // The server refuses invalid HTTP with a body, even in answer to HEAD.
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

/** Sends a write until the answer is other than that nothing can be written for now; resolves with its status. */
async function sendUntilAnswered(sender: Sender, { method, path, body }: Write): Promise<number> {
  const type = body !== undefined && { 'content-type': 'application/json' };
  const text = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  for (;;) {
    const status = await statusOf(sender, { method, path, headers: { ...type }, body: text });
    if (status !== 0 && status !== 503) return status;
    await pause(RETRY_INTERVAL);
  }
}

export type RandomWriter = ReturnType<typeof createRandomWriter>;

/** Creates somebody who adds, edits and deletes thoughts of their own, one after another. */
export function createRandomWriter(sender: Sender, random: Random) {
  const versions = new Map<string, number>();
  const texts = new Map<string, string>();
  const accepted = { PUT: 0, PATCH: 0, DELETE: 0 };
  const choose = (): { method: Write['method']; textID: string } => {
    const [first, ...others] = versions.keys();
    if (first === undefined || random.chance(0.5)) return { method: 'PUT', textID: newId() };
    const method = random.chance(0.6) ? 'PATCH' : 'DELETE';
    return { method, textID: random.pick([first, ...others]) };
  };
  return {
    /** How many writes of each kind were accepted. */
    accepted,
    /** The text of each remaining thought, by id. */
    texts,
    /** Sends one more write. */
    write: async () => {
      const { method, textID } = choose();
      const version = versions.get(textID) ?? 0;
      const text = `${textID} ${random.below(1_000_000)}`;
      const status = await sendUntilAnswered(sender, {
        method,
        path: `${PATHS.thoughts}/${textID}`,
        ...(method === 'PUT' && { body: { text } }),
        ...(method === 'PATCH' && {
          body: { text, baseText: texts.get(textID) ?? '', baseVersion: version },
        }),
      });
      if (status !== 200) throw new Error(`${method} was answered ${status}.`);
      accepted[method] += 1;
      versions.set(textID, version + 1);
      texts.set(textID, text);
      if (method === 'DELETE') for (const known of [versions, texts]) known.delete(textID);
    },
  };
}

const WRITERS = 8;
/** Longest wait, in ms, after the last acknowledgement: the crash falls into any step of a commit. */
const LONGEST_WAIT = 10;

export interface Crashes {
  name: string;
  rounds: number;
  /** Most acknowledgements in a storm before its crash. */
  largestStorm: number;
  board: BoardProcess;
  /** What is done before each start. */
  prepare?: () => void;
  /** Describes how the stored thoughts differ after a crash from those written. */
  compare: (written: Written, random: Random) => string[];
}

/** Crashes again and again during writes; resolves with everything that was wrong. */
export async function crashInStorms(crashes: Crashes): Promise<string[]> {
  const { name, rounds, largestStorm, board, prepare, compare } = crashes;
  const { random, report } = startTrial(name);
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const differences: string[] = [];
  let writer: Visitor | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    prepare?.();
    await board.start();
    // The session outlives each crash: it is on disk as well.
    const visitor = (writer ??= await signIn(board.origin, ADA));
    const count = acknowledged.size + 1 + random.below(largestStorm);
    const writers = Array.from({ length: WRITERS }, () => writeUntilGone(visitor, written));
    const storm = Promise.all(writers);
    // A storm that ends early never gets there.
    let isOver = false;
    void storm.finally(() => (isOver = true)).catch(() => {});
    await vi.waitUntil(() => isOver || acknowledged.size >= count, { interval: 1 });
    await pause(random.below(LONGEST_WAIT));
    await board.end('SIGKILL');
    await storm;
    differences.push(...compare(written, random));
  }
  report(
    `${rounds} times, ${acknowledged.size} thoughts acknowledged, ` +
      `${differences.length} lost, doubled, strange or damaged`,
  );
  return differences;
}

/** Adds one thought after the other until the server is gone; rejects when one is refused. */
async function writeUntilGone(visitor: Visitor, { sent, acknowledged }: Written): Promise<void> {
  for (;;) {
    const textID = newId();
    sent.add(textID);
    const path = `${PATHS.thoughts}/${textID}`;
    const answer = await visitor.sendJSON('PUT', path, { text: textID }).catch(() => null);
    if (answer === null) return;
    if (answer.status !== 200) throw new Error(`The server answered ${answer.status}.`);
    acknowledged.add(textID);
  }
}
