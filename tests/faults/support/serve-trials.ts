import { afterEach, beforeEach } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, type BoardProcess } from './board-process.ts';

/** A board of each test's own, in a process of its own, and somebody who uses it. */
export interface ServedTrials {
  board: () => BoardProcess;
  /** Somebody who has signed in before the test began. */
  ada: () => Visitor;
}

/** Starts a board over an empty data folder before each test of a file, and stops it after it. */
export function serveTrials(): ServedTrials {
  let served: { board: BoardProcess; ada: Visitor } | undefined;
  beforeEach(async () => {
    const board = await createBoardProcess({ dataFolder: temporaryFolder() });
    await board.start();
    const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
    served = { board, ada };
  });
  afterEach(() => served?.board.end('SIGTERM'));
  const running = (): { board: BoardProcess; ada: Visitor } => {
    if (served === undefined) throw new Error('The board runs only during tests.');
    return served;
  };
  return { board: () => running().board, ada: () => running().ada };
}
