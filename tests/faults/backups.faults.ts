import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOperatorCommand } from '#server/testing/operator-command.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from './support/board-process.ts';
import { compareStored, type StoredDifference } from './support/compare-stored.ts';
import { amountOf, startTrial } from './support/trial.ts';
import { startStorm, type Written } from './support/write-storm.ts';

/** Most thoughts that are acknowledged between two backups. */
const LARGEST_GAP = 100;

test('each backup made under load restores whole, with all that was acknowledged before it', async () => {
  const { random, progress, report } = startTrial('backups');
  const backups = amountOf('BACKUPS', 50);
  const folder = temporaryFolder();
  const dataFolder = join(folder, 'data');
  const board = await createBoardProcess({ dataFolder });
  await board.start();
  const written: Written = { sent: new Set(), acknowledged: new Set() };
  const { sent, acknowledged } = written;
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const storm = startStorm(ada, written);
  const different: StoredDifference[] = [];
  for (let backup = 1; backup <= backups; backup += 1) {
    await storm.reaches(acknowledged.size + 1 + random.below(LARGEST_GAP));
    const before = new Set(acknowledged);
    const file = join(folder, `backup-${backup}.sqlite`);
    expect(await runOperatorCommand('backup', dataFolder, file)).toMatchObject({ code: 0 });
    const restored = join(folder, 'restored');
    mkdirSync(restored);
    expect(await runOperatorCommand('restore', restored, file)).toMatchObject({ code: 0 });
    const found = compareStored(restored, { sent, acknowledged: before });
    if (found !== null) different.push(found);
    rmSync(restored, { recursive: true });
    rmSync(file);
    progress(() => `${backup} of ${backups} backups, ${before.size} thoughts in the last`);
  }
  await board.end('SIGKILL');
  await storm.ended;
  report(
    `${backups} backups, ${acknowledged.size} thoughts acknowledged, ` +
      `${different.length} backups not as they should be`,
  );
  expect(different).toEqual([]);
});
