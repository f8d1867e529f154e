import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { Problem } from '#shared/problem.ts';
import { PATHS } from '#shared/wire.ts';
import { openForOperator } from '#server/database/open-database.ts';
import { createGate, delayed } from '#tests/server/gate.ts';
import {
  openRecordedStream,
  openTestDatabase,
  openTestServer,
  type RecordedStream,
  serveTests,
  temporaryBoard,
  writeElsewhere,
} from '#tests/server/test-board.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { addThought, readPage } from '#tests/server/sign-in.ts';
import { VERSION } from '#server/version.ts';

const { person } = await serveTests({ heartbeatInterval: 200 });
const withoutHeartbeat = await serveTests({ heartbeatInterval: 3_600_000 });

test('signing out ends the session’s streams at once', async () => {
  const ada = await withoutHeartbeat.person('ada');
  const stream = await openRecordedStream(ada);
  await ada.send(PATHS.session, { method: 'DELETE' });
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true));
  expect(stream.received()).toContain('event: signed-out');
});

test('a session that ends while sessions can’t be read gets nothing that is added later, and its streams end when they can', async () => {
  const database = await openTestDatabase();
  let isFailing = false;
  const read = delayed(database.read, async ([statement]) => {
    if (isFailing && statement?.sql.includes('"sessions"')) throw new Problem('unavailable');
  });
  const server = await openTestServer({
    database: { ...database, read },
    heartbeatInterval: 3_600_000,
  });
  const [ada, eve] = [await server.person('ada'), await server.person('eve')];
  const [adas, eves] = [await openRecordedStream(ada), await openRecordedStream(eve)];
  isFailing = true;
  expect((await ada.send(PATHS.session, { method: 'DELETE' })).status).toBe(200);
  await addThought(eve, 'after the end');
  isFailing = false;
  await vi.waitFor(() => expect(adas.hasEnded()).toBe(true));
  await vi.waitFor(() => expect(eves.received()).toContain('after the end'));
  expect(adas.received()).toContain('event: signed-out');
  expect(adas.received()).not.toContain('after the end');
});

test('a server that stops tells its readers when to come back', async () => {
  const stopping = await openTestServer();
  const stream = await openRecordedStream(await stopping.person('ada'));
  await stopping.app.close();
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true));
  expect(eventsOf(stream).at(-1)).toMatchObject({ event: 'closing' });
});

test('a stream asks the proxies before the server not to hold it back', async () => {
  const { headers, body } = await (await person('ada')).send(PATHS.live);
  await body?.cancel();
  expect(headers.get('x-accel-buffering')).toBe('no');
});

test('a heartbeat says when it was sent, by the clock of the stream’s beginning', async () => {
  const before = performance.now();
  const stream = await openRecordedStream(await person('ada'));
  const times = await vi.waitFor(() => {
    const all = allEventsOf(stream);
    expect(all.length).toBeGreaterThan(3);
    return all.map(({ data }) => data.sentAt);
  });
  const elapsed = performance.now() - before;
  await stream.close();
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1) - times[0]).toBeGreaterThan(0);
  expect(times.at(-1) - times[0]).toBeLessThan(elapsed);
});

test('the eleventh stream of a person ends their oldest for half a minute, or its tab’s older one at once', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')];
  const tab = newId();
  const others = [await openRecordedStream(ada), await openRecordedStream(eve, `?tab=${tab}`)];
  for (let n = 0; n < 8; n += 1) others.push(await openRecordedStream(ada, `?tab=${newId()}`));
  // Like a phone in a tunnel: nothing says that the connection is gone.
  const older = await openRecordedStream(ada, `?tab=${tab}`);
  others.push(await openRecordedStream(ada, `?tab=${tab}`));
  await vi.waitFor(() => expect(older.hasEnded()).toBe(true));
  const [oldest, ...newer] = others;
  expect(oldest?.hasEnded()).toBe(false);
  newer.push(await openRecordedStream(ada));
  await vi.waitFor(() => expect(oldest?.hasEnded()).toBe(true));
  expect(oldest?.received()).toContain('event: closing\ndata: {"retryAfter":30000}');
  for (const stream of newer) {
    const before = stream.received().length;
    await vi.waitFor(() => expect(stream.received().slice(before)).toContain('event: heartbeat'));
    await stream.close();
  }
});

test('who is signed out gets nothing more, not even what the same transaction adds', async () => {
  const board = await temporaryBoard();
  const server = await openTestServer({}, board);
  const bob = await server.person('bob');
  const stream = await openRecordedStream(bob);
  const beside = await openForOperator(board);
  await beside.write({ sql: 'delete from "sessions"' }, insertThought({ text: 'private' }));
  await beside.close();
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true));
  expect(eventsOf(stream).map(({ event }) => event)).toEqual(['ready', 'signed-out']);
});

test('a server that can’t read the log for 2 s ends its streams, and takes none until it can', async () => {
  const board = await temporaryBoard();
  const database = await openTestDatabase(board);
  let gate = createGate();
  gate.open();
  const read = delayed(database.read, async (statements) => {
    if (statements.some(({ sql }) => sql.includes('"changes"'))) await gate.pass();
  });
  // The intervals are the test's: each check of what follows lets some time pass.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const cutOff = await openTestServer({ database: { ...database, read } });
  const ada = await cutOff.person('ada');
  const stream = await openRecordedStream(ada);
  const [{ id } = { id: '' }] = eventsOf(stream);
  gate = createGate();
  await vi.advanceTimersByTimeAsync(1_000);
  await gate.reached;
  const textID = await addThought(ada);
  expect((await readPage(ada)).thoughts).toMatchObject([{ textID }]);
  await writeElsewhere(board, `update "Thoughts-Data" set "text" = 'meanwhile', "version" = 2`);
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true));
  // The page that was in memory is not sent any more.
  expect((await readPage(ada)).thoughts).toMatchObject([{ text: 'meanwhile' }]);
  expect(eventsOf(stream).map(({ event }) => event)).toEqual(['ready', 'closing']);
  const later = `?after=${id.replace(/\d+$/u, '9')}`;
  // It is still cut off after further missed intervals.
  await vi.advanceTimersByTimeAsync(1_000);
  for (const path of [PATHS.live, PATHS.live + later, PATHS.changes, PATHS.ready]) {
    const answer = await ada.send(path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      503,
      { code: 'unavailable' },
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  gate.open();
  const again = await vi.waitFor(() => openRecordedStream(ada, `?after=${id}`));
  const change = { event: 'change', data: { thought: { text: 'meanwhile' } } };
  await vi.waitFor(() => expect(eventsOf(again).at(-1)).toMatchObject(change));
  expect(eventsOf(again)[0]).toMatchObject({ id, data: { resumed: true, version: VERSION } });
  expect((await ada.send(PATHS.ready)).status).toBe(200);
});

/** The events that a stream has received, heartbeats left out. */
function eventsOf(stream: RecordedStream) {
  return allEventsOf(stream).filter(({ event }) => event !== 'heartbeat');
}

function allEventsOf(stream: RecordedStream) {
  const events = stream.received().split('\n\n').slice(0, -1);
  return events.map((lines) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(lines)?.[1] ?? '';
    return { event: field('event'), id: field('id'), data: JSON.parse(field('data')) };
  });
}
