import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { openHostile } from '#tests/faults/support/hostile-connections.ts';

test('a connection that sends garbage is closed, though its other side stays', async (context) => {
  skipWithoutProc(context);
  const board = await createBoardProcess({ dataFolder: temporaryFolder() });
  await board.start();
  onTestFinished(async () => void (await board.end('SIGTERM')));
  const garbage = Array.from({ length: 50 }, () => openHostile(board.port, 'garbage'));
  await Promise.all(garbage.map((socket) => once(socket, 'end')));
  // What is left are those the server listens on.
  await vi.waitFor(() => expect(board.sockets()).toBeLessThan(garbage.length), 5_000);
  for (const socket of garbage) socket.destroy();
});
