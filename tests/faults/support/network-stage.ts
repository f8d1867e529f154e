import { devices } from '@playwright/test';
import { onTestFinished, type TestContext } from 'vitest';
import { signInPeople, type SignedIn } from '#bench/product/fill-board.ts';
import { findFreePort } from '#tests/server/local-server.ts';
import { createVisitor, type Visitor } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { createBoardProcess } from './board-process.ts';
import { startNetworkLink } from './network-link.ts';
import { NAME, ORIGIN, startNginx } from './proxies.ts';

const ISSUER = 'https://accounts.google.com';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts a board and a browser at the ends of a link, with three people signed in. */
export async function openStage(context: TestContext, seed: number, protocol?: 'HTTP/2') {
  const link = await startNetworkLink(context, seed);
  const dataFolder = temporaryFolder();
  const isBehindProxy = protocol === 'HTTP/2';
  const board = await createBoardProcess({
    dataFolder,
    ...(isBehindProxy && { publicURL: ORIGIN }),
    env: {
      NODE_ENV: 'production',
      LISTEN_HOST: isBehindProxy ? '127.0.0.1' : '0.0.0.0',
      TRUST_PROXY: '127.0.0.1',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  const people = await signInPeople(dataFolder, 3, ISSUER);
  onTestFinished(async () => void (await board.end('SIGKILL')));
  await board.start();
  const args: string[] = [];
  if (isBehindProxy) {
    const port = await findFreePort(link.server);
    const folder = temporaryFolder();
    await startNginx({ folder, host: link.server, port, servers: [`127.0.0.1:${board.port}`] });
    const hosts = `--host-resolver-rules=MAP ${NAME}:443 ${link.server}:${port}`;
    args.push('--ignore-certificate-errors', hosts);
  } else args.push(`--host-resolver-rules=MAP localhost ${link.server}`);
  const browser = await link.openBrowser(...args);
  const cookieOf = ({ cookieAt }: SignedIn) => {
    const [name = '', value = ''] = cookieAt(board.origin).split('=');
    return { name, value, url: board.origin };
  };
  const [ada, grace, other] = people;
  if (!ada || !grace || !other) throw new Error('Nobody is signed in');
  /** Somebody at the server's side of the link. */
  const visitorOf = ({ cookieAt }: SignedIn): Visitor =>
    createVisitor(`http://127.0.0.1:${board.port}`, cookieAt(board.origin), board.origin);
  return {
    link,
    ada: visitorOf(ada),
    other: visitorOf(other),
    openContext: async (person: 'ada' | 'grace', isPhone = false) => {
      const opened = await browser.newContext({
        ...(isPhone && devices['Pixel 7']),
        baseURL: board.origin,
      });
      await opened.addCookies([cookieOf(person === 'ada' ? ada : grace)]);
      return opened;
    },
  };
}
