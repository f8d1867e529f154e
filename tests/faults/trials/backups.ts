import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signIn } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { checkIntegrity, readStoredThoughts } from '#tests/faults/support/stored-thoughts.ts';
import { startStorm, type Storm } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface BackupsOptions {
  /** An empty folder for the board, the backups and what is restored from them. */
  folder: string;
  backups: number;
}

export interface BackupsOutcome {
  acknowledged: number;
  /** Acknowledged before a backup began, and not in it. */
  missing: string[];
  /** In a backup, and never sent. */
  strange: string[];
  /** What the integrity checks found, `ok` left out. */
  damage: string[];
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
  const storm = startStorm(
    await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' }),
    new Set<string>(),
  );
  const outcome: BackupsOutcome = { acknowledged: 0, missing: [], strange: [], damage: [] };
  for (let backup = 1; backup <= backups; backup += 1) {
    await storm.reaches(storm.acknowledged.size + random.below(LARGEST_GAP));
    const before = [...storm.acknowledged];
    const file = join(folder, `backup-${backup}.sqlite`);
    await runCommand('backup', dataFolder, file);
    const restored = join(folder, 'restored');
    mkdirSync(restored);
    await runCommand('restore', restored, file);
    compare(outcome, { storm, before, restored });
    rmSync(restored, { recursive: true });
    rmSync(file);
    progress(() => `${backup} of ${backups} backups, ${before.length} thoughts in the last`);
  }
  await board.end('SIGKILL');
  await storm.ended;
  outcome.acknowledged = storm.acknowledged.size;
  report(
    `${backups} backups, ${outcome.acknowledged} thoughts acknowledged, ` +
      `${outcome.missing.length} missing, ${outcome.strange.length} strange`,
  );
  return outcome;
}

interface Restored {
  storm: Storm;
  before: readonly string[];
  restored: string;
}

function compare(outcome: BackupsOutcome, { storm, before, restored }: Restored): void {
  const integrity = checkIntegrity(restored);
  if (integrity !== 'ok') outcome.damage.push(integrity);
  const texts = readStoredThoughts(restored).map((thought) => thought.text);
  const stored = new Set(texts);
  outcome.missing.push(...before.filter((textID) => !stored.has(textID)));
  outcome.strange.push(...texts.filter((textID) => !storm.sent.has(textID)));
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
