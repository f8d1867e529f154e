import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import { serveTests } from '#server/testing/serve-tests.ts';

const { server, person, stranger } = serveTests(() => ({ heartbeatInterval: 200 }));
const withoutHeartbeat = serveTests(() => ({ heartbeatInterval: 3_600_000 }));

test('a stream starts with ready and then tells what others do', async () => {
  const [ada, eve] = [await person('ada'), await person('eve')];
  const stream = await openStream(eve);
  expect(await stream.next('ready')).toMatchObject({ data: { resumed: false } });
  const textID = newTextID();
  await ada.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: 'hello' });
  expect(await stream.next('change')).toMatchObject({
    data: { type: 'changed', thought: { textID, text: 'hello', version: 1 } },
  });
  await ada.sendJSON('PATCH', `${PATHS.thoughts}/${textID}`, { text: 'bye', replaces: 1 });
  expect(await stream.next('change')).toMatchObject({ data: { thought: { version: 2 } } });
  await ada.send(`${PATHS.thoughts}/${textID}`, { method: 'DELETE' });
  expect(await stream.next('change')).toMatchObject({ data: { type: 'removed', textID } });
  await stream.close();
});

test('a stream goes on from its last event, named in the address or in the header', async () => {
  const ada = await person('ada');
  const first = await openStream(ada);
  const { id } = await first.next('ready');
  await first.close();
  const textID = newTextID();
  await ada.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: 'meanwhile' });
  for (const [query, headers] of [
    [`?after=${id}`, {}],
    ['', { 'last-event-id': id }],
    ['?after=other.1', { 'last-event-id': id }],
  ] as const) {
    const again = await openStream(ada, query, headers);
    expect(await again.next('ready')).toMatchObject({ id, data: { resumed: true } });
    expect(await again.next('change')).toMatchObject({ data: { thought: { textID } } });
    await again.close();
  }
});

test('a stream is neither cached nor held back on its way', async () => {
  const ada = await person('ada');
  const answer = await ada.send(PATHS.live);
  await answer.body?.cancel();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
});

test('signing out ends the session’s streams at once', async () => {
  const ada = await withoutHeartbeat.person('ada');
  const stream = await openStream(ada);
  await stream.next('ready');
  await ada.send(PATHS.session, { method: 'DELETE' });
  await stream.next('signed-out');
  expect(await stream.isOver()).toBe(true);
});

test('signing out ends no stream of the person’s other sessions', async () => {
  const [here, there] = [await person('ada'), await person('ada')];
  const stream = await openStream(there);
  await stream.next('ready');
  await here.send(PATHS.session, { method: 'DELETE' });
  expect(await stream.next('heartbeat')).toMatchObject({ data: {} });
  await stream.close();
});

test('a session revoked behind the server’s back ends within a second', async () => {
  const ada = await person('ada');
  const stream = await openStream(ada);
  await stream.next('ready');
  const byHand = new DatabaseSync(server().file);
  byHand.exec('delete from sessions');
  byHand.close();
  await stream.next('signed-out');
  expect(await stream.isOver()).toBe(true);
});

test('a malformed position is refused, and a stream cannot be asked for by HEAD', async () => {
  const ada = await person('ada');
  expect((await ada.send(`${PATHS.live}?after=x`)).status).toBe(400);
  expect((await ada.send(PATHS.live, { method: 'HEAD' })).status).toBe(405);
  expect((await stranger().send(PATHS.live)).status).toBe(401);
});

async function openStream(visitor: Visitor, query = '', headers = {}) {
  const answer = await visitor.send(`${PATHS.live}${query}`, { headers });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The stream has no body.');
  let text = '';
  const nextEvent = async () => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream ended.');
      text += value;
    }
    const end = text.indexOf('\n\n');
    const lines = text.slice(0, end).split('\n');
    text = text.slice(end + 2);
    const field = (name: string): string =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
    const data = v.parse(v.pipe(v.string(), v.parseJson()), field('data'));
    return { event: field('event'), id: field('id'), data };
  };
  return {
    /** The next event of a name; heartbeats in between are skipped. */
    next: async (name: string) => {
      for (;;) {
        const event = await nextEvent();
        if (event.event === name) return event;
        if (event.event !== 'heartbeat') throw new Error(`Not ${name} but ${event.event}.`);
      }
    },
    isOver: async () => (await reader.read()).done,
    close: () => reader.cancel(),
  };
}
