import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { compareStored, type StoredDifference } from '#tests/faults/support/compare-stored.ts';
import type { FaultyMachine } from '#tests/faults/support/machine-faults.ts';
import { pause } from '#tests/faults/support/pause.ts';
import { playPowerCut } from '#tests/faults/support/power-cut.ts';
import { startStorm, type Written } from '#tests/faults/support/write-storm.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface PowerCutsOptions {
  /** An empty folder. */
  folder: string;
  machine: FaultyMachine;
  cuts: number;
}

export interface PowerCutsOutcome {
  acknowledged: number;
  /** How the folder differed from what was acknowledged, after each cut where it did. */
  different: StoredDifference[];
}

/** Most acknowledgements before a cut. */
const LARGEST_STORM = 200;
/** Longest wait, in ms, after the last of them. */
const LONGEST_WAIT = 10;

/** Cuts the power in write storms: what was not synced is there in part, or not at all. */
export async function cutPowerWhileWriting(
  { random, progress, report }: Trial,
  { folder, machine, cuts }: PowerCutsOptions,
): Promise<PowerCutsOutcome> {
  const [dataFolder, former] = [join(folder, 'data'), join(folder, 'former')];
  const first = await createBoardProcess({ dataFolder });
  await first.start();
  await first.end('SIGTERM');
  const board = await createBoardProcess({ dataFolder, env: machine.env });
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const different: StoredDifference[] = [];
  let writer: Visitor | undefined;
  for (let cut = 1; cut <= cuts; cut += 1) {
    cpSync(dataFolder, former, { recursive: true });
    machine.clearRecord();
    await board.start();
    // The session was synced as well, so it outlives each cut.
    writer ??= await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
    const storm = startStorm(writer, written);
    await storm.reaches(written.acknowledged.size + 1 + random.below(LARGEST_STORM));
    await pause(random.below(LONGEST_WAIT));
    await board.end('SIGKILL');
    await storm.ended;
    playPowerCut(former, machine.record, random);
    rmSync(dataFolder, { recursive: true });
    renameSync(former, dataFolder);
    const found = compareStored(dataFolder, written);
    if (found !== null) different.push(found);
    progress(() => `${cut} of ${cuts} cuts, ${written.acknowledged.size} thoughts acknowledged`);
  }
  const acknowledged = written.acknowledged.size;
  report(
    `${cuts} cuts, ${acknowledged} thoughts acknowledged, ${different.length} times something lost, doubled, strange or damaged`,
  );
  return { acknowledged, different };
}
