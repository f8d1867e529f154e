import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { recordLog, serveTests } from '#tests/server/test-board.ts';
import type { Visitor } from '#tests/server/sign-in.ts';
import { WIDE_LIMITS } from '#tests/server/local-server.ts';
import { callerNetwork } from './request-limits.ts';

const periodMs = 60_000;
const narrow = { max: 3, periodMs };
const adds = await serveTests({ limits: { ...WIDE_LIMITS, adds: narrow, changes: narrow } });
const { log, lines } = recordLog();
const signIns = await serveTests({ log, limits: { ...WIDE_LIMITS, signIns: narrow } });

test('the fourth add of a person is refused, another person’s first is not, and a refusal says when to try again', async () => {
  const [ada, eve] = [await adds.person('ada'), await adds.person('eve')];
  const answers = [await add(ada), await add(ada), await add(ada), await add(ada), await add(eve)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200]);
  expect(await answers[3]?.json()).toEqual({ code: 'too-many-requests' });
  const seconds = Number(answers[3]?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('edits and deletes are counted together', async () => {
  const bob = await adds.person('bob');
  const statuses = [];
  for (const method of ['PATCH', 'DELETE', 'DELETE', 'DELETE', 'PATCH']) {
    const [path, edit] = [
      `${PATHS.thoughts}/${newId()}`,
      { text: 'x', baseText: 'y', baseVersion: 1 },
    ];
    statuses.push((await bob.sendJSON(method, path, edit)).status);
  }
  expect(statuses).toEqual([404, 200, 200, 429, 429]);
});

test('sign-ins and callbacks are counted by address, and who comes back beyond the limit is on the login screen', async () => {
  const way = { method: 'POST', url: PATHS.signIn };
  const back = { method: 'GET', url: `${PATHS.callback}?code=x&state=y` };
  const answers = [];
  for (const { method, url } of [way, back, way, back, way]) {
    const { status, headers } = await signIns.stranger().send(url, { method });
    answers.push([status, headers.get('location')]);
  }
  const atLogin = [303, '/login'];
  expect(answers).toEqual([[200, null], atLogin, [200, null], atLogin, [429, null]]);
  // The second was not looked at.
  expect(lines).toEqual([expect.stringContaining('a sign-in failed')]);
});

function add(visitor: Visitor): Promise<Response> {
  return visitor.sendJSON('PUT', `${PATHS.thoughts}/${newId()}`, { text: 'x' });
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s counts for %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
