import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { COLLECTION, newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { createServerProcess, type KillableServer } from '#tests/e2e/server-process.ts';
import { seededRandom } from './seeded-random.ts';

const KILLS = Number(process.env['KILLS'] ?? 500);
const WRITERS = 16;
/** Milliseconds of writing before a kill, at most. */
const LONGEST_STORM = 250;
/** Milliseconds for one kill and the start after it, on a busy machine. */
const ROUND_TIMEOUT = 20_000;

vi.setConfig({ testTimeout: (KILLS + 1) * ROUND_TIMEOUT, hookTimeout: ROUND_TIMEOUT });

let server: KillableServer;
beforeAll(async () => {
  server = await createServerProcess();
});
afterAll(() => server.remove());

test(`${KILLS} kills while writing lose and double no acknowledged thought`, async () => {
  const random = seededRandom();
  await server.start();
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => createWriter(index)),
  );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const storm = Promise.all(writers.map((writer) => write(writer, Infinity)));
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_STORM));
    await server.kill();
    await storm;
    if (kill % 50 === 0) console.log(`${kill} kills, ${acknowledgedBy(writers).length} thoughts`);
    await server.start();
  }
  // Whatever got no answer is sent again, under its id.
  await Promise.all(writers.map((writer) => write(writer, 1)));
  await server.stop();

  const acknowledged = acknowledgedBy(writers);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  expect(readStored()).toEqual({ integrity: 'ok', texts: acknowledged.toSorted() });
});

/** One who writes thoughts whose text is their id. */
interface Writer {
  visitor: Visitor;
  /** Sent, and not answered. */
  pending: string | null;
  acknowledged: string[];
}

async function createWriter(index: number): Promise<Writer> {
  const visitor = await signIn(server.url, { name: 'Ada', email: `ada${index}@example.com` });
  return { visitor, pending: null, acknowledged: [] };
}

function acknowledgedBy(writers: readonly Writer[]): string[] {
  return writers.flatMap(({ acknowledged }) => acknowledged);
}

/** Adds thoughts one after another, the pending one first, until the server is gone. */
async function write(writer: Writer, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) {
    writer.pending ??= newTextID();
    const status = await add(writer.visitor, writer.pending);
    if (status === 'unanswered' || status === TOO_MANY_REQUESTS) return;
    expect(status).toBe(NO_CONTENT);
    writer.acknowledged.push(writer.pending);
    writer.pending = null;
  }
}

const NO_CONTENT = 204;
const TOO_MANY_REQUESTS = 429;

async function add(visitor: Visitor, textID: string): Promise<number | 'unanswered'> {
  return visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: textID }).then(
    ({ status }) => status,
    () => 'unanswered' as const,
  );
}

function readStored() {
  const database = new DatabaseSync(join(server.dataFolder, 'thoughts.sqlite'), { readOnly: true });
  const integrity = database.prepare('pragma integrity_check').get()?.['integrity_check'];
  const rows = database.prepare(`select text from "${COLLECTION}" order by text`).all();
  database.close();
  return { integrity, texts: rows.map(({ text }) => text) };
}
