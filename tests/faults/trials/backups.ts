import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signIn } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { compareStored, type StoredDifference } from '#tests/faults/support/compare-stored.ts';
import { startStorm, type Written } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface BackupsOptions {
  /** An empty folder for the board, the backups and what is restored from them. */
  folder: string;
  backups: number;
}

export interface BackupsOutcome {
  acknowledged: number;
  /** How each backup that is not as it should be differs from what was acknowledged before it. */
  different: StoredDifference[];
}

const COMMANDS = join(import.meta.dirname, '../../../src/server/commands');
/** Most thoughts that are acknowledged between two backups. */
const LARGEST_GAP = 100;

/** Backs a board up again and again while it is written to, and restores each backup elsewhere. */
export async function backUpWhileWriting(
  { random, progress, report }: Trial,
  { folder, backups }: BackupsOptions,
): Promise<BackupsOutcome> {
  const dataFolder = join(folder, 'data');
  const board = await createBoardProcess({ dataFolder });
  await board.start();
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const storm = startStorm(ada, written);
  const different: StoredDifference[] = [];
  for (let backup = 1; backup <= backups; backup += 1) {
    await storm.reaches(written.acknowledged.size + random.below(LARGEST_GAP));
    const before = new Set(written.acknowledged);
    const file = join(folder, `backup-${backup}.sqlite`);
    await runCommand('backup', dataFolder, file);
    const restored = join(folder, 'restored');
    mkdirSync(restored);
    await runCommand('restore', restored, file);
    const found = compareStored(restored, { sent: written.sent, acknowledged: before });
    if (found !== null) different.push(found);
    rmSync(restored, { recursive: true });
    rmSync(file);
    progress(() => `${backup} of ${backups} backups, ${before.size} thoughts in the last`);
  }
  await board.end('SIGKILL');
  await storm.ended;
  report(
    `${backups} backups, ${written.acknowledged.size} thoughts acknowledged, ` +
      `${different.length} backups not as they should be`,
  );
  return { acknowledged: written.acknowledged.size, different };
}

/** Runs an operator's command on a data folder; throws with what it said when it fails. */
async function runCommand(name: string, dataFolder: string, file: string): Promise<void> {
  const command = spawn(process.execPath, [join(COMMANDS, `${name}.ts`), file], {
    env: { DATA_DIR: dataFolder },
  });
  const exited = once(command, 'exit');
  const said = await text(command.stderr);
  await exited;
  if (command.exitCode !== 0) throw new Error(`${name} failed: ${said}`);
}
