import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { findFreePort, startWithoutLimits } from '#tests/server/local-server.ts';
import { chooseAccount, createVisitor, openAccountPage, userOf } from '#tests/server/sign-in.ts';
import { recordLog, serveTests, temporaryFolder } from '#tests/server/test-board.ts';
import { LOCAL_ACCOUNTS } from './account.ts';
import { admitByLink } from './admission.ts';
import { createLocalAccounts } from './local-accounts.ts';

const publicURL = 'http://localhost:3000';
const admission = admitByLink(publicURL);
const link = new URL(admission.link ?? '');
const { app } = await serveTests({
  publicURL,
  issuer: createLocalAccounts(publicURL, admission),
});

test('a browser that has opened the secret link signs in, and the log does not have the secret', async () => {
  const PORT = String(await findFreePort('127.0.0.1'));
  const config = readConfig({ PORT, DATA_DIR: temporaryFolder(), LOCAL_ACCOUNTS: 'link' });
  const { log, lines } = recordLog({ level: 'info' });
  const server = await startWithoutLimits(config, log);
  onTestFinished(server.close);
  const ada = createVisitor(server.publicURL);
  expect((await ada.send(server.secretLink ?? '')).headers.get('location')).toBe('/login');
  const account = { name: 'Ada', email: 'ada@example.com' };
  await ada.send(await chooseAccount(ada, await openAccountPage(ada), account));
  expect((await userOf(ada))?.displayName).toBe('Ada');
  const secret = new URL(server.secretLink ?? '').searchParams.get('secret') ?? '';
  expect([secret.length, lines.join('').includes(secret)]).toEqual([43, false]);
});

test('the secret link lets a browser in wherever its requests come from', async () => {
  const opened = await open(link.href);
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/login']);
  const kept = String(opened.headers['set-cookie']);
  expect(kept).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/u);
  const [cookie = ''] = kept.split(';', 1);
  expect((await open(`${LOCAL_ACCOUNTS.choice}/x`, { cookie })).statusCode).toBe(200);
});

test.for([
  ['of another start', new URL(admitByLink(publicURL).link ?? '').search],
  ['that is cut short', link.search.slice(0, -1)],
  ['without its secret', ''],
])('a link %s lets nobody in, and says so', async ([, search]) => {
  const opened = await open(`${LOCAL_ACCOUNTS.link}${search}`);
  expect([opened.statusCode, opened.headers['set-cookie']]).toEqual([403, undefined]);
  expect(opened.body).toContain('not the one that the last start printed');
});

test.for(['192.0.2.7', '127.0.0.1'])(
  'a browser without the secret is refused also at %s, and told what to open',
  async (remoteAddress) => {
    for (const path of ['/auth', '/choice/x', '/token', '/jwks']) {
      const refused = await open(`${LOCAL_ACCOUNTS.root}${path}`, {}, remoteAddress);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).toContain('open the secret link that the board printed');
    }
  },
);

test('the secret link lets in nobody through a proxy', async () => {
  const opened = await open(link.href, { 'x-forwarded-for': '192.0.2.7' });
  expect([opened.statusCode, opened.headers['set-cookie']]).toEqual([403, undefined]);
});

test('a picture is shown to whoever was let in before a restart', async () => {
  expect((await open(`${LOCAL_ACCOUNTS.pictures}/1/A`)).statusCode).toBe(200);
});

/** Opens an address as a browser does, by default behind the port of a container. */
function open(address: string, more: Record<string, string> = {}, remoteAddress = '10.88.0.1') {
  const { host, pathname, search } = new URL(address, publicURL);
  const headers = { host, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', ...more };
  return app.inject({ url: `${pathname}${search}`, remoteAddress, headers });
}
