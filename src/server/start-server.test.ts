import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { googleIssuer } from './auth/issuer.ts';
import { readConfig } from './config.ts';
import { dependenciesFor, startServer, type ServerOptions } from './start-server.ts';
import { openTestFolder } from './testing/test-database.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { WIDE_LIMITS } from './testing/wide-limits.ts';

const PUBLIC_URL = 'https://thoughts.example.org';
const OPTIONS: ServerOptions = {
  log: null,
  onLost: (error) => {
    throw error;
  },
};

test('every setting of the app reaches it', () => {
  const config = readConfig({
    PUBLIC_URL,
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    ALLOW_DOMAINS: 'example.org, school.example',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
    METRICS_ALLOW: '10.0.0.7',
  });
  const usual = {
    publicURL: PUBLIC_URL,
    issuer: googleIssuer('id', 'secret'),
    allowDomains: ['example.org', 'school.example'],
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    metricsAllow: ['10.0.0.7'],
    limits: config.limits,
    log: null,
    streamLimit: undefined,
  };
  expect(dependenciesFor(config, PUBLIC_URL, OPTIONS)).toEqual(usual);
  const log = { level: 'warn', stream: { write: () => {} } } as const;
  const given = { log, limits: WIDE_LIMITS, streamLimit: 7 } as const;
  const options = { ...OPTIONS, ...given };
  expect(dependenciesFor(config, PUBLIC_URL, options)).toEqual({ ...usual, ...given });
});

test('a server that is closed, or that can’t listen, leaves its database to another', async () => {
  const folder = temporaryFolder();
  const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' });
  const server = await startServer(config, OPTIONS);
  expect(() => openTestFolder(folder)).toThrow('in use by another running server');
  await server.close();
  await openTestFolder(folder).close();
  const port = await takePort();
  await expect(startServer({ ...config, port }, OPTIONS)).rejects.toThrow('EADDRINUSE');
  await openTestFolder(folder).close();
});

/** Takes a port until the test has finished. */
async function takePort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('No port was taken.');
  return address.port;
}
