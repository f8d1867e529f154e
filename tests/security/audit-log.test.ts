import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { AUTHOR_HEADER, PATHS } from '#shared/wire.ts';
import { signIn, uidOf } from '#tests/server/sign-in.ts';
import { openTestServer, recordLog } from '#tests/server/test-board.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const EVE = { name: 'Eve', email: 'eve@example.com' };
const ONE_THOUGHT = `${PATHS.thoughts}/:textID`;
const REFUSED = { level: 40, msg: 'a request was refused' };
const ANOTHERS = 'The thought is another person’s.';
const CROSS_SITE = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

test('ASVS 16.3.1: who signs in and who signs out is logged, by id alone', async () => {
  const { origin, events, text } = await serve();
  const ada = await signIn(origin, ADA);
  const uid = await uidOf(ada);
  const cookie = ada.jar.header('/');
  for (let times = 0; times < 2; times += 1) await ada.send(PATHS.session, { method: 'DELETE' });
  // This cookie is not valid any more.
  await ada.send(PATHS.session, { method: 'DELETE', headers: { cookie } });
  expect(events()).toEqual([
    { level: 30, msg: 'a person signed in', uid, issuer: 'local-accounts' },
    { level: 30, msg: 'a person signed out', uid },
  ]);
  for (const secret of ['Lovelace', 'example.com', cookie.split('=')[1] ?? '']) {
    expect(text()).not.toContain(secret);
  }
});

test('ASVS 16.3.2: a write to another person’s thought is logged with who tried', async () => {
  const { origin, events } = await serve();
  const [ada, eve] = [await signIn(origin, ADA), await signIn(origin, EVE)];
  const uid = await uidOf(eve);
  const path = `${PATHS.thoughts}/${newId()}`;
  await ada.sendJSON('PUT', path, { text: 'mine' });
  const answers = [
    await eve.sendJSON('PUT', path, { text: 'mine' }),
    await eve.sendJSON('PATCH', path, { text: 'hers', baseText: 'mine', baseVersion: 1 }),
    await eve.send(path, { method: 'DELETE' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 404, 404]);
  const refused = { ...REFUSED, uid, route: ONE_THOUGHT, reason: ANOTHERS };
  expect(events().slice(2)).toEqual([
    { ...refused, method: 'PUT', code: 'conflict' },
    { ...refused, method: 'PATCH', code: 'not-found' },
    { ...refused, method: 'DELETE', code: 'not-found' },
  ]);
});

test('ASVS 16.3.2: a request of another site, or for another person, is logged', async () => {
  const { origin, events } = await serve();
  const ada = await signIn(origin, ADA);
  const uid = await uidOf(ada);
  const path = `${PATHS.thoughts}/${newId()}`;
  const answers = [
    await ada.send(path, { method: 'DELETE', headers: CROSS_SITE }),
    await fetch(origin + PATHS.signIn, { method: 'POST', headers: CROSS_SITE }),
    await ada.send(PATHS.thoughts, { headers: { [AUTHOR_HEADER]: 'somebody-else' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 401]);
  const reason = 'No page of the board has sent the request.';
  const bySite = { ...REFUSED, code: 'forbidden', reason };
  const another = { code: 'signed-out', reason: 'The request was meant for another person.' };
  expect(events().slice(1)).toEqual([
    { ...bySite, uid, method: 'DELETE', route: ONE_THOUGHT },
    { ...bySite, method: 'POST', route: PATHS.signIn },
    { ...REFUSED, ...another, uid, method: 'GET', route: PATHS.thoughts },
  ]);
});

test('who is refused over and over is logged once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { refuse, refusals } = await serve();
  for (let one = 0; one < 100; one += 1) await refuse(`192.0.2.${one}`);
  expect(refusals()).toEqual([expect.objectContaining(REFUSED)]);
  vi.advanceTimersByTime(60_000);
  await refuse('192.0.2.1');
  expect(refusals()).toHaveLength(2);
});

const LogLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ time: v.number(), pid: v.number(), hostname: v.string() }),
);

/** Serves a board that logs as `npm start` does, until the test has finished. */
async function serve() {
  const { log, lines } = recordLog();
  const server = await openTestServer({ log });
  return {
    ...server,
    events: () => lines.map(eventOf),
    refusals: () => lines.map(eventOf).filter(({ msg }) => msg === REFUSED.msg),
    text: () => lines.join(''),
    refuse: (remoteAddress: string) =>
      server.app.inject({ method: 'POST', url: PATHS.signIn, headers: CROSS_SITE, remoteAddress }),
  };
}

/** The contents of a log line, without the fields that every line has. */
function eventOf(line: string) {
  const { time: _time, pid: _pid, hostname: _host, reqId: _id, ...event } = v.parse(LogLine, line);
  return event;
}
