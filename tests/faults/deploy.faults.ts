import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signInPeople } from '#bench/product/fill-board.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { startPostgres } from '#tests/postgres/postgres-server.ts';
import { needPrograms } from './support/programs.ts';
import { connected, NAME, ORIGIN, startCaddy, startNginx } from './support/proxies.ts';
import { startBoard, type BoardProcess } from './support/board-process.ts';
import { amountOf, startTrial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '../..');
const ISSUER = 'https://accounts.google.com';
const REQUESTS = 6;
/** Headers that a browser has to get, whatever the proxy adds. */
const HEADERS =
  'cache-control content-security-policy referrer-policy strict-transport-security x-content-type-options x-frame-options'.split(
    ' ',
  );
/** Live streams of each person, and of each HTTP/2 connection. */
const OF_PERSON = 10;
const OF_CONNECTION = 100;

const postgres = await startPostgres();
afterAll(postgres.remove);

test.for([
  ['nginx', ['nginx', 'openssl'], startNginx],
  ['Caddy', ['caddy'], startCaddy],
] as const)(
  '%s with the shipped file leads a crowd to two servers of one board, even when one is killed',
  async ([name, programs, startProxy], { skip }) => {
    needPrograms(skip, ...programs);
    const { report } = startTrial('deploy');
    const readers = amountOf('READERS', 5_000);
    const folder = temporaryFolder();
    const env = {
      NODE_ENV: 'production',
      LISTEN_HOST: '127.0.0.1',
      DATABASE_URL: await postgres.createDatabase(),
      DATA_DIR: folder,
      PUBLIC_URL: ORIGIN,
      TRUST_PROXY: '127.0.0.1,::1',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
    };
    const start = () => startBoard({ publicURL: ORIGIN, env });
    const [first, second] = [await start(), await start()];
    const people = 1 + (readers + OF_CONNECTION) / OF_PERSON;
    const sessions = await signInPeople(env.DATABASE_URL, people, ISSUER);
    const [cookie = '', ...cookies] = sessions.map(({ cookieAt }) => cookieAt(ORIGIN));
    const port = await findFreePort('127.0.0.1');
    const servers = [first, second].map((board) => `127.0.0.1:${board.port}`);
    await startProxy({ folder, port, servers });

    const session = await connected(port);
    const page = await ask(session, { ':path': '/' });
    const options = { headers: { 'x-forwarded-for': '192.0.2.7' } };
    const own = await fetch(`http://127.0.0.1:${first.port}/`, options);
    const wanted = Object.fromEntries(HEADERS.map((header) => [header, own.headers.get(header)]));
    expect(page).toMatchObject({ ':status': 200, ...wanted });
    const post = async (streams: readonly Until[]): Promise<number> => {
      const textID = newId();
      const began = performance.now();
      const to = { ':method': 'PUT', ':path': `${PATHS.thoughts}/${textID}` };
      const headers = { ...to, origin: ORIGIN, cookie, 'content-type': 'application/json' };
      const written = await ask(session, headers, '{"text":"through a proxy"}');
      expect(written[':status']).toBe(200);
      await Promise.all(streams.map((until) => until(textID)));
      return Math.round(performance.now() - began);
    };
    const streams = await openStreams(port, readers, cookies);
    const shares = [await streamsOf(first), await streamsOf(second)];
    expect(Math.min(...shares)).toBeGreaterThan(readers / 4);
    const waits: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) waits.push(await post(streams));
    await first.end('SIGKILL');
    const returned = await openStreams(port, OF_CONNECTION, cookies.slice(readers / OF_PERSON));
    for (let count = 0; count < REQUESTS; count += 1) await post(returned);
    report(
      `${REQUESTS} thoughts through ${name} to all of ${readers} readers at two servers (${shares.join(' and ')}): ${waits.join(', ')} ms`,
    );
  },
);

test('the unit gives the server few privileges: systemd rates its exposure at 3.0 at most', ({
  skip,
}) => {
  needPrograms(skip, 'systemd-analyze');
  const unit = join(temporaryFolder(), 'thought-cloud@3000.service');
  copyFileSync(join(ROOT, 'deploy/thought-cloud@.service'), unit);
  const args = ['security', '--offline=yes', '--threshold=30', unit];
  expect(() => execFileSync('systemd-analyze', args, { stdio: 'pipe' })).not.toThrow();
});

/** How many streams a server says that it has. */
async function streamsOf({ port }: BoardProcess): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}${PATHS.metrics}`)).text();
  return Number(/^thought_cloud_streams (\d+)$/mu.exec(metrics)?.[1]);
}

/** Sends a request, and gives the headers of its answer. */
async function ask(
  session: ClientHttp2Session,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<IncomingHttpHeaders> {
  const request = session.request({ ':authority': NAME, ...headers }, { endStream: body === '' });
  if (body !== '') request.end(body);
  return new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject).resume();
  });
}

/** Waits until a text has come on a stream. */
type Until = (text: string) => Promise<void>;

/** Opens live streams, some of each person and some on each connection. */
async function openStreams(
  port: number,
  count: number,
  cookies: readonly string[],
): Promise<Until[]> {
  const streams: Until[] = [];
  for (let first = 0; first < count; first += OF_CONNECTION) {
    const session = await connected(port);
    const some = Array.from({ length: Math.min(OF_CONNECTION, count - first) }, (_, index) =>
      openStream(session, cookies[Math.floor((first + index) / OF_PERSON)] ?? ''),
    );
    await Promise.all(some.map((until) => until('event: ready')));
    streams.push(...some);
  }
  return streams;
}

function openStream(session: ClientHttp2Session, cookie: string): Until {
  const request = session.request({ ':authority': NAME, ':path': PATHS.live, cookie });
  let received = '';
  request.setEncoding('utf8').on('data', (text: string) => (received += text));
  return async (text) => {
    while (!received.includes(text)) await once(request, 'data');
  };
}
