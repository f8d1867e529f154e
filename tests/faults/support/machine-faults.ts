import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ADA, startBoard } from './board-process.ts';

/** What is wrong with a machine; a part that is left out works. */
export interface MachineFault {
  /** Additional milliseconds that each sync of the data folder's files takes. */
  syncDelay?: number;
  /** The error with which writes and syncs of the data folder's files fail. */
  writeError?: keyof typeof WRITE_ERRORS;
  /** Only every n-th of these writes and syncs fails; all when left out. */
  every?: number;
}

/** A machine whose disk goes wrong when a trial wants it to. */
export interface FaultyMachine {
  /** The environment of a process on this machine. */
  env: Record<string, string>;
  /** The file with the recording of what was done to the data folder, if there is one. */
  record: string;
  /** Starts the recording again from nothing. */
  clearRecord: () => void;
  /** Sets what goes wrong from now on, in place of what did before. */
  set: (fault: MachineFault) => void;
}

/** The error numbers of Linux. */
const WRITE_ERRORS = { 'I/O error': 5, 'no space': 28, 'read-only': 30 } as const;
const SOURCE = join(import.meta.dirname, 'machine-faults.c');

/**
 * Prepares a faulty machine for the running test, with its files in a folder: a library that is loaded
 * before the C library. Skips the test where there is no C compiler, or no Linux.
 */
export function prepareFaultyMachine({ skip }: TestContext, folder: string): FaultyMachine {
  const library = join(folder, 'machine-faults.so');
  const args = ['-shared', '-fPIC', '-O2', '-o', library, SOURCE];
  const hasLibrary = process.platform === 'linux' && spawnSync('cc', args).status === 0;
  skip(!hasLibrary, 'A faulty machine takes Linux and a C compiler.');
  const shared = join(folder, 'machine-faults');
  const file = openSync(shared, 'w+');
  onTestFinished(() => closeSync(file));
  const set = ({ syncDelay = 0, writeError, every = 1 }: MachineFault): void => {
    const number = writeError === undefined ? 0 : WRITE_ERRORS[writeError];
    const numbers = Int32Array.of(syncDelay, number, every);
    writeSync(file, numbers, 0, numbers.byteLength, 0);
  };
  set({});
  const record = join(folder, 'machine-record');
  return {
    env: { LD_PRELOAD: library, MACHINE_FAULTS: shared, MACHINE_RECORD: record },
    record,
    clearRecord: () => writeFileSync(record, ''),
    set,
  };
}

/** Starts a board on such a machine for the running test. */
export async function startOnBadMachine(context: TestContext) {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(context, folder);
  const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'log')];
  mkdirSync(dataFolder);
  const board = await startBoard({ dataFolder, logFile, env: machine.env });
  const visitor = await signIn(board.origin, ADA);
  return { board, machine, dataFolder, visitor, readLog: () => readFileSync(logFile, 'utf8') };
}
