import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from './support/board-process.ts';
import { compareStored, type StoredDifference } from './support/compare-stored.ts';
import { NO_FAULTY_MACHINE, prepareFaultyMachine } from './support/machine-faults.ts';
import { pause } from './support/pause.ts';
import { playPowerCut } from './support/power-cut.ts';
import { amountOf, startTrial } from './support/trial.ts';
import { startStorm, type Written } from './support/write-storm.ts';

/** Most acknowledgements before a cut. */
const LARGEST_STORM = 200;
/** Longest wait, in ms, after the last of them. */
const LONGEST_WAIT = 10;

test('through power cuts every acknowledged thought is there, once', async (context) => {
  const folder = temporaryFolder();
  const machine = prepareFaultyMachine(folder);
  if (machine === null) return context.skip(NO_FAULTY_MACHINE);
  const { random, progress, report } = startTrial('power cuts');
  const cuts = amountOf('CUTS', 100);
  const [dataFolder, former] = [join(folder, 'data'), join(folder, 'former')];
  const first = await createBoardProcess({ dataFolder });
  await first.start();
  await first.end('SIGTERM');
  const board = await createBoardProcess({ dataFolder, env: machine.env });
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { acknowledged } = written;
  const different: StoredDifference[] = [];
  let writer: Visitor | undefined;
  for (let cut = 1; cut <= cuts; cut += 1) {
    cpSync(dataFolder, former, { recursive: true });
    machine.clearRecord();
    await board.start();
    // The session was synced as well, so it outlives each cut.
    writer ??= await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
    const storm = startStorm(writer, written);
    await storm.reaches(acknowledged.size + 1 + random.below(LARGEST_STORM));
    await pause(random.below(LONGEST_WAIT));
    await board.end('SIGKILL');
    await storm.ended;
    playPowerCut(former, machine.record, random);
    rmSync(dataFolder, { recursive: true });
    renameSync(former, dataFolder);
    const found = compareStored(dataFolder, written);
    if (found !== null) different.push(found);
    progress(() => `${cut} of ${cuts} cuts, ${acknowledged.size} thoughts acknowledged`);
  }
  report(
    `${cuts} cuts, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} times something lost, doubled, strange or damaged`,
  );
  expect(different).toEqual([]);
});
