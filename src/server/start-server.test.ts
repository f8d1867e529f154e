import { expect, test } from 'vitest';
import { readConfig, type Config } from './config.ts';
import { startServer, type Server } from './start-server.ts';
import { findFreePort } from '#server/testing/start-for-parent.ts';
import { openTestFolder } from '#server/testing/test-board.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('a server that is closed, or that can’t listen, leaves its database to another', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const PORT = String(await findFreePort('127.0.0.1'));
  const config = readConfig({ DATA_DIR: folder, PORT, LISTEN_HOST: '127.0.0.1' });
  const server = await start(config);
  expect(() => openTestFolder(folder)).toThrow('in use by another running server');
  await expect(start({ ...config, dataFolder: other })).rejects.toThrow(/^Port \d+ is in use/u);
  await openTestFolder(other).close();
  await server.close();
  await openTestFolder(folder).close();
});

function start(config: Config): Promise<Server> {
  return startServer(config, null, (error) => {
    throw error;
  });
}
