import * as v from 'valibot';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import type { AcknowledgedWrite, History } from './history.ts';
import { pause } from './pause.ts';
import type { Random } from './trial.ts';

const NewestPage = v.object({
  thoughts: v.array(v.object({ textID: v.string(), version: v.number() })),
  more: v.boolean(),
});

/** Milliseconds between two tries of a write. */
const RETRY_INTERVAL = 20;
/** Milliseconds between two reads. */
const READ_INTERVAL = 50;

/** Someone at a server whose database comes and goes, and what becomes of all they do. */
export interface NotedClient {
  visitor: Visitor;
  /** The number of the server. */
  server: number;
  random: Random;
  history: History;
  /** Answers that are neither success nor `unavailable`. */
  strange: string[];
}

/** Adds, edits and deletes own thoughts, each until it is acknowledged. */
export async function writeUntil(client: NotedClient, signal: AbortSignal): Promise<void> {
  const { random } = client;
  const own = new Map<string, number>();
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const [first, ...others] = own.keys();
    const isNew = first === undefined || random.chance(0.6);
    const textID = isNew ? newTextID() : random.pick([first, ...others]);
    const version = (own.get(textID) ?? 0) + 1;
    const kind = isNew ? 'add' : random.chance(0.7) ? 'edit' : 'delete';
    await writeOnce(client, { kind, textID, version, text: `${textID} ${version}` });
    if (kind === 'delete') own.delete(textID);
    else own.set(textID, version);
  }
}

async function writeOnce(
  { visitor, server, history, strange }: NotedClient,
  write: Pick<AcknowledgedWrite, 'kind' | 'textID' | 'version' | 'text'>,
): Promise<void> {
  const { kind, textID, version, text } = write;
  const method = ({ add: 'PUT', edit: 'PATCH', delete: 'DELETE' } as const)[kind];
  const path = `${PATHS.thoughts}/${textID}`;
  const body = kind === 'add' ? { text } : { text, replaces: version - 1 };
  const began = performance.now();
  for (;;) {
    const answer = await (
      kind === 'delete' ? visitor.send(path, { method }) : visitor.sendJSON(method, path, body)
    ).catch(() => null);
    if (answer?.status === 204) break;
    if (answer !== null && answer.status !== 503) {
      strange.push(`${method} was answered ${answer.status}.`);
      return;
    }
    await pause(RETRY_INTERVAL);
  }
  history.writes.push({ ...write, server, began, ended: performance.now() });
}

/** Reads the newest page again and again. */
export async function readUntil(client: NotedClient, signal: AbortSignal): Promise<void> {
  const { visitor, server, history, strange } = client;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const began = performance.now();
    const answer = await visitor.send(PATHS.thoughts);
    if (answer.status === 200) {
      const { thoughts, more } = v.parse(NewestPage, await answer.json());
      history.reads.push({
        server,
        began,
        ended: performance.now(),
        more,
        thoughts,
      });
    } else if (answer.status !== 503) {
      strange.push(`A page was answered ${answer.status}.`);
    }
    await pause(READ_INTERVAL);
  }
}

/** Milliseconds until a server both reads and writes again. */
export async function untilServed(visitor: Visitor): Promise<number> {
  const began = performance.now();
  const path = `${PATHS.thoughts}/${newTextID()}`;
  for (;;) {
    // An id that nobody used: it only becomes a tombstone.
    const [page, write] = [
      await visitor.send(`${PATHS.thoughts}?limit=1`),
      await visitor.send(path, { method: 'DELETE' }),
    ];
    if (page.status === 200 && write.status === 204) return performance.now() - began;
    await pause(RETRY_INTERVAL);
  }
}
