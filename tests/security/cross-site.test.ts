import { expect, test } from 'vitest';
import { PATHS } from '#shared/wire.ts';
import { serveTests } from '#tests/server/test-board.ts';

const { app, origin: home, person } = await serveTests();
const cookie = (await person('ada')).jar.header('/');

const ID = 'a'.repeat(20);
const WRITES = [
  ['PUT', `${PATHS.thoughts}/${ID}`],
  ['PATCH', `${PATHS.thoughts}/${ID}`],
  ['DELETE', `${PATHS.thoughts}/${ID}`],
  ['DELETE', PATHS.session],
  ['POST', PATHS.signIn],
] as const;

const SITES = [undefined, 'same-site', 'cross-site', 'none', 'SAME-ORIGIN', '', 'same-origin,x'];
/** Origins that look like ours but are not. */
const ORIGINS = [
  undefined,
  'null',
  '',
  'https://evil.example',
  'http://localhost',
  'http://localhost:1',
  'HOME.evil.example',
  'HOME/',
  'HOME@evil.example',
  'https://HOST',
  'http://127.0.0.1:PORT',
  'HOME, https://evil.example',
];
/** What forms and fetches without a preflight can send. */
const SIMPLE_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json',
];

const COMBINATIONS = SITES.flatMap((site) => ORIGINS.map((origin) => ({ site, origin })));

test.each(WRITES)('ASVS 3.5.1: %s %s is refused from every other site', async (method, url) => {
  for (const [index, { site, origin }] of COMBINATIONS.entries()) {
    const headers = {
      cookie,
      ...(site !== undefined && { 'sec-fetch-site': site }),
      ...(origin !== undefined && { origin: fillIn(origin) }),
    };
    const type = SIMPLE_TYPES[index % SIMPLE_TYPES.length] ?? '';
    const { statusCode } = await app.inject({
      method,
      url,
      headers: { ...headers, 'content-type': type },
      payload: '{"text":"of another site"}',
    });
    expect([site, origin, type, statusCode]).toEqual([site, origin, type, 403]);
  }
});

test('ASVS 3.5.3: reading changes nothing, whatever the address asks for', async () => {
  const headers = { cookie, origin: home };
  const url = `${PATHS.thoughts}/${ID}`;
  await app.inject({ method: 'PUT', url, headers, payload: { text: 'mine' } });
  const list = async () => (await app.inject({ url: PATHS.thoughts, headers })).body;
  const before = await list();
  expect(before).toContain('mine');
  for (const [, address] of WRITES) {
    for (const method of ['GET', 'HEAD'] as const) {
      const tempting = `${address}?_method=DELETE&text=x`;
      const answer = await app.inject({ method, url: tempting, headers });
      expect(answer.statusCode).toBeLessThan(500);
    }
  }
  expect(await list()).toBe(before);
});

function fillIn(origin: string): string {
  const { host, port } = new URL(home);
  return origin.replace('HOME', home).replace('HOST', host).replace('PORT', port);
}
