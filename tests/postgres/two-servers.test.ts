import * as v from 'valibot';
import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS, SignInBody } from '#shared/wire.ts';
import { createLocalAccounts } from '#server/auth/local-accounts/local-accounts.ts';
import {
  addThought,
  createVisitor,
  readPage,
  userOf,
  type Visitor,
} from '#tests/server/sign-in.ts';
import { openRecordedStream, openTestServer, serveTests } from '#tests/server/test-board.ts';
import { createTamperingIssuer } from '#tests/server/tampering-issuer.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(postgres.remove);
const board = { databaseURL: await postgres.createDatabase(), dataFolder: '' };
const first = await serveTests({}, board);
// People open one address, from which a proxy would lead them to either server.
const { origin: publicURL } = first;
const second = await serveTests({ publicURL, issuer: createLocalAccounts(publicURL) }, board);

test('a thought added at one server is on top of the list at the other', async () => {
  const ada = await first.person('ada');
  const textID = await addThought(ada);
  await vi.waitFor(async () => expect(await newestOf(atOther(ada))).toBe(textID));
  const back = await addThought(atOther(ada));
  await vi.waitFor(async () => expect(await newestOf(ada)).toBe(back));
});

test('a stream continues at the other server from where it was, with each change once', async () => {
  const ada = await first.person('ada');
  const stream = await openRecordedStream(ada);
  const before = await addThought(ada);
  await vi.waitFor(() => expect(stream.received()).toContain(before));
  const position = /.*^id: ([^\n]+)/msu.exec(stream.received())?.[1];
  await stream.close();
  const missed = [await addThought(ada), await addThought(atOther(ada))];
  const resumed = await openRecordedStream(atOther(ada), `?after=${position}`);
  await vi.waitFor(() => expect(resumed.received()).toContain(missed[1]));
  expect(resumed.received()).toContain('"resumed":true');
  expect(resumed.received()).not.toContain(before);
  for (const textID of missed)
    expect(resumed.received().split(`"textID":"${textID}"`)).toHaveLength(2);
});

test('a sign-out at one server ends the session and its stream at the other', async () => {
  const [bob, again, eve] = [
    await first.person('bob'),
    await first.person('bob'),
    await first.person('eve'),
  ];
  const streams = await Promise.all(
    [bob, again, eve].map((visitor) => openRecordedStream(atOther(visitor))),
  );
  // Now both servers have these sessions in memory.
  for (const visitor of [bob, again, eve]) expect(await userOf(visitor)).not.toBeNull();
  const cookie = bob.jar.header('/');
  expect((await bob.send(PATHS.session, { method: 'DELETE' })).status).toBe(200);
  await vi.waitFor(() => {
    expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([true, false, false]);
  });
  expect(streams[0]?.received()).toContain('event: signed-out');
  const answer = await atOther(bob).send(PATHS.thoughts, { headers: { cookie } });
  expect(answer.status).toBe(401);
  expect(await userOf(atOther(again))).toMatchObject({ displayName: 'bob' });
});

test('a sign-in that began at one server is finished at another', async () => {
  const { issuer, authorize } = createTamperingIssuer();
  const start = () => openTestServer({ publicURL, issuer }, board);
  const begins = createVisitor((await start()).origin, undefined, publicURL);
  const finishes = createVisitor((await start()).origin, begins.jar, publicURL);
  const begun = await begins.send(PATHS.signIn, { method: 'POST' });
  const { pathname, search } = authorize(v.parse(SignInBody, await begun.json()).url);
  await finishes.send(`${pathname}${search}`);
  expect(await userOf(finishes)).toMatchObject({ displayName: 'Ada' });
});

test('while the database is down nobody is signed out, and everything works when it is back', async () => {
  const [ada, eve] = [await first.person('ada'), await first.person('eve')];
  const streams = [await openRecordedStream(ada), await openRecordedStream(atOther(ada))];
  await postgres.stop();
  // The other server does not know Ada's session yet.
  for (const visitor of [ada, atOther(ada), atOther(eve)]) {
    const path = `${PATHS.thoughts}/${newId()}`;
    const written = await visitor.sendJSON('PUT', path, { text: 'hello' });
    const health = await visitor.send(PATHS.ready);
    expect([written.status, health.status]).toEqual([503, 503]);
  }
  expect((await atOther(eve).send(PATHS.session)).status).toBe(503);
  await postgres.start();
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

/** The visitor's browser, led to the second server. */
function atOther({ jar }: Visitor): Visitor {
  return createVisitor(second.origin, jar, first.origin);
}

async function newestOf(visitor: Visitor): Promise<string | undefined> {
  return (await readPage(visitor)).thoughts[0]?.textID;
}
