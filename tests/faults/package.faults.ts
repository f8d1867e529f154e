import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { findFreePort } from '#tests/server/local-server.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { makePackage, run, startPackaged } from './support/packaged.ts';
import { startTrial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONTAINERFILE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
/** Megabytes of an installed board, without Node. */
const SIZE_LIMIT = 15;
const Command = v.tupleWithRest([v.string()], v.string());

test('the package serves a board from an empty folder without the registry, also as its image does, and has the operator’s commands', async () => {
  const { report } = startTrial('package');
  const folder = temporaryFolder();
  copyFileSync(makePackage().file, join(folder, 'package.tgz'));
  const env = {
    ...process.env,
    PORT: String(await findFreePort('localhost')),
    DATA_DIR: join(folder, 'board'),
    npm_config_offline: 'true',
    npm_config_cache: join(folder, 'empty-cache'),
  };
  const began = performance.now();
  execFileSync('npm', ['install', './package.tgz'], { cwd: folder, env, stdio: 'ignore' });
  const packed = join(folder, 'node_modules/thought-cloud');
  const board = await startPackaged(commandOf('ENTRYPOINT'), packed, env);
  const page = await fetch(board.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Thought Cloud')]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const megabytes = Number.parseInt(run('du', ['-sm', 'node_modules'], folder), 10);
  report(`from the package to the first page ${seconds} s, ${megabytes} MB beside Node`);
  expect(megabytes).toBeLessThanOrEqual(SIZE_LIMIT);
  const [checker, ...how] = commandOf('HEALTHCHECK CMD');
  run(checker, how, folder, { PORT: new URL(board.url).port });
  expect(() => run(checker, how, folder, { PORT: '1' })).toThrow(/Command failed/u);
  const command = join(folder, 'node_modules/.bin/thought-cloud');
  execFileSync(command, ['backup', join(folder, 'copy.sqlite')], { cwd: folder, env });
  expect(existsSync(join(folder, 'copy.sqlite'))).toBe(true);
  expect(run(command, ['--help'], folder)).toMatch(
    /^Usage: thought-cloud \[COMMAND\]\n(?!.*npm run)/su,
  );
  for (const file of ['docs/hosting.md', 'deploy/nginx.conf', 'deploy/compose.yaml']) {
    expect(existsSync(join(packed, file))).toBe(true);
  }
  const unit = readFileSync(join(packed, 'deploy/thought-cloud@.service'), 'utf8');
  expect(/^ExecStart=\/opt\/thought-cloud\/(?<path>.*)$/mu.exec(unit)?.groups).toEqual({
    path: 'node_modules/.bin/thought-cloud',
  });
  expect(unit).not.toContain('src/server');
  expect(run(command, ['--version'], folder).trim()).toMatch(/^\d+\.\d+\.\d+$/u);
  expect(await board.stop()).toBe(0);
});

/** The command that follows a keyword in the image's file. */
function commandOf(word: string): [string, ...string[]] {
  const line = CONTAINERFILE.split('\n').find((each) => each.startsWith(`${word} `)) ?? '';
  return v.parse(Command, JSON.parse(line.slice(word.length)));
}
