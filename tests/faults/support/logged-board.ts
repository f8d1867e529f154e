import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, type BoardProcess } from './board-process.ts';

/** A board, and all that it has logged. */
export interface LoggedBoard {
  board: BoardProcess;
  readLog: () => string;
}

/** Starts a board over an empty data folder for the running test. */
export async function startLoggedBoard(): Promise<LoggedBoard> {
  const folder = temporaryFolder();
  const logFile = join(folder, 'log');
  const board = await createBoardProcess({ dataFolder: join(folder, 'data'), logFile });
  await board.start();
  onTestFinished(async () => {
    await board.end('SIGTERM');
  });
  return { board, readLog: () => readFileSync(logFile, 'utf8') };
}
