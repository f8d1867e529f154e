import { join } from 'node:path';
import { mkdirSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess, type BoardProcess } from './board-process.ts';
import { prepareFaultyMachine, type FaultyMachine } from './machine-faults.ts';

/** A board on a machine that can go wrong. */
export interface BadMachineBoard {
  board: BoardProcess;
  machine: FaultyMachine;
  dataFolder: string;
  readLog: () => string;
  visitor: Visitor;
}

/** Starts the board for the running test; null where no such machine can be had. */
export async function startOnBadMachine(): Promise<BadMachineBoard | null> {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  if (machine === null) return null;
  const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'log')];
  mkdirSync(dataFolder);
  const board = await createBoardProcess({ dataFolder, logFile, env: machine.env });
  await board.start();
  onTestFinished(async () => {
    await board.end('SIGKILL');
  });
  const visitor = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  return { board, machine, dataFolder, visitor, readLog: () => readFileSync(logFile, 'utf8') };
}
