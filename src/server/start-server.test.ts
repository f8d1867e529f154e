import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { startServer, type ServerOptions } from './start-server.ts';
import { openTestFolder } from './testing/test-database.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const OPTIONS: ServerOptions = {
  log: null,
  onLost: (error) => {
    throw error;
  },
};

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
