import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/thought.ts';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { findFreePort } from '#server/http/listen.ts';
import { startServer, type Server } from '#server/start-server.ts';
import { addThought, readPage, userOf } from '#server/testing/board-calls.ts';
import { openRecordedStream } from '#server/testing/recorded-stream.ts';
import { createVisitor, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { createTamperingIssuer } from '#server/testing/tampering-issuer.ts';
import { WIDE_LIMITS } from '#server/testing/wide-limits.ts';
import { PROMISED_SECOND } from '#tests/setup/promised-second.ts';
import { openTestPostgres, servePostgres } from './serve-postgres.ts';

const postgres = servePostgres();

let url = '';
let folder = '';
/** The address people open; a proxy would send them to either server. */
let publicURL = '';
let otherOrigin = '';
const servers: Server[] = [];

beforeAll(async () => {
  url = await postgres().createDatabase();
  folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  const [first, second] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  publicURL = `http://localhost:${first}`;
  otherOrigin = `http://localhost:${second}`;
  const start = (port: number) =>
    startServer(
      {
        ...readConfig({
          DATABASE_URL: url,
          DATA_DIR: folder,
          PORT: String(port),
          PUBLIC_URL: publicURL,
        }),
        limits: WIDE_LIMITS,
      },
      {
        log: null,
        onLost: (error) => {
          throw error;
        },
      },
    );
  servers.push(...(await Promise.all([first, second].map(start))));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  if (folder !== '') rmSync(folder, { recursive: true });
});

test('a thought added at one server reaches a stream at the other, and its lists', async () => {
  const ada = await person('ada');
  const stream = await openRecordedStream(atOther(ada));
  const textID = await addThought(ada);
  await vi.waitFor(() => expect(stream.received()).toContain(textID));
  await vi.waitFor(async () => expect(await newestOf(atOther(ada))).toBe(textID));
  const back = await addThought(atOther(ada));
  await vi.waitFor(async () => expect(await newestOf(ada)).toBe(back));
});

test('a stream goes on at the other server from where it was, with each change once', async () => {
  const ada = await person('ada');
  const stream = await openRecordedStream(ada);
  const first = await addThought(ada);
  await vi.waitFor(() => expect(stream.received()).toContain(first));
  const position = /.*^id: ([^\n]+)/msu.exec(stream.received())?.[1];
  await stream.close();
  const missed = [await addThought(ada), await addThought(atOther(ada))];
  const resumed = await openRecordedStream(atOther(ada), `?after=${position}`);
  await vi.waitFor(() => expect(resumed.received()).toContain(missed[1]));
  expect(resumed.received()).toContain('"resumed":true');
  expect(resumed.received()).not.toContain(first);
  for (const textID of missed)
    expect(resumed.received().split(`"textID":"${textID}"`)).toHaveLength(2);
});

describe('a sign-out', () => {
  test('at one server ends the session and its stream at the other within a second', async () => {
    const [bob, again, eve] = [await person('bob'), await person('bob'), await person('eve')];
    const streams = await Promise.all(
      [bob, again, eve].map((visitor) => openRecordedStream(atOther(visitor))),
    );
    // Both servers have them in memory now.
    for (const visitor of [bob, again, eve]) expect(await userOf(visitor)).not.toBeNull();
    const cookie = bob.jar.header('/');
    expect((await bob.send(PATHS.session, { method: 'DELETE' })).status).toBe(204);
    await vi.waitFor(() => {
      expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([true, false, false]);
    }, PROMISED_SECOND);
    expect(streams[0]?.received()).toContain('event: signed-out');
    const answer = await atOther(bob).send(PATHS.thoughts, { headers: { cookie } });
    expect(answer.status).toBe(401);
    expect(await userOf(atOther(again))).toMatchObject({ displayName: 'bob' });
  });
});

test('a sign-in that began at one server is finished at another', async () => {
  const { issuer, authorize } = createTamperingIssuer();
  const start = async () => {
    const database = await openTestPostgres(url);
    const app = await buildApp({
      publicURL: 'http://localhost:1',
      database,
      issuer,
      clientFolder: null,
      limits: WIDE_LIMITS,
      trustProxy: [],
      metricsAllow: [],
      log: null,
    });
    onTestFinished(() => app.close());
    return app;
  };
  const [begins, finishes] = [await start(), await start()];
  const headers = { origin: 'http://localhost:1' };
  const begun = await begins.inject({ method: 'POST', url: PATHS.signIn, headers });
  const { url: address } = v.parse(SignInBody, begun.json());
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
  const { pathname, search } = authorize(address);
  const finished = await finishes.inject({ url: `${pathname}${search}`, cookies });
  expect(finished.headers.location).toBe('/');
  expect(finished.cookies.some(({ name }) => name.endsWith('-session'))).toBe(true);
});

test('while the database is away nobody is signed out, and all goes on when it is back', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')];
  const streams = [await openRecordedStream(ada), await openRecordedStream(atOther(ada))];
  await postgres().stop();
  // Of her session the other server knows nothing yet.
  for (const visitor of [ada, atOther(ada), atOther(eve)]) {
    const path = `${PATHS.thoughts}/${newId()}`;
    const written = await visitor.sendJSON('PUT', path, { text: 'hello' });
    const health = await visitor.send(PATHS.ready);
    expect([written.status, health.status]).toEqual([503, 503]);
  }
  expect((await atOther(eve).send(PATHS.session)).status).toBe(503);
  await postgres().start();
  const textID = await addThought(atOther(eve));
  await vi.waitFor(() => {
    for (const stream of streams) expect(stream.received()).toContain(textID);
  });
  expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([false, false]);
  await vi.waitFor(async () => {
    for (const visitor of [ada, atOther(ada)]) {
      expect((await visitor.send(PATHS.ready)).status).toBe(200);
    }
  });
});

/** Someone signed in at the first server; each call is another browser. */
function person(name: string): Promise<Visitor> {
  return signIn(publicURL, { name, email: `${name}@example.com` });
}

/** The same browser, led to the second server. */
function atOther({ jar }: Visitor): Visitor {
  return createVisitor(otherOrigin, jar, publicURL);
}

async function newestOf(visitor: Visitor): Promise<string | undefined> {
  return (await readPage(visitor)).thoughts[0]?.textID;
}
