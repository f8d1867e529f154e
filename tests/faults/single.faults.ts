import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#tests/server/local-server.ts';
import { addThought, readPage, signIn } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { ADA } from './support/board-process.ts';
import { makePackage, run, startPackaged } from './support/packaged.ts';
import { startTrial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Megabytes of the file, nearly all of which is Node. */
const SIZE_LIMIT = 150;
const STARTS = 7;

let made = { file: '', said: '' };
beforeAll(() => {
  made = makePackage('--single');
}, 600_000);

test('the making ends with what it wrote, how large that is and how to start it, and tells no words of its tools', () => {
  const lines = made.said.trimEnd().split('\n');
  const name = basename(made.file);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^Written: \S+\.tgz, \d+ MB\. To start it .*: npm install .* && npx /u),
    expect.stringMatching(`^Written: ${name}, \\d+ MB\\. To start it: \\./${name}$`),
  ]);
  expect(made.said).not.toMatch(/warning|injection|blob/iu);
});

test('the single file serves a board from a folder with nothing else, keeps what is written, and has the operator’s commands', async () => {
  const { report } = startTrial('single');
  const { folder, file, env } = await prepare();
  const first = await startPackaged([file], folder, env);
  expect(await (await fetch(first.url)).text()).toContain('Thought Cloud');
  const ada = await signIn(first.url, ADA);
  const textID = await addThought(ada);
  expect(run(file, ['backup', join(folder, 'copy.sqlite')], folder, env)).toContain('backed up');
  await addThought(ada, 'after the backup');
  expect(await first.stop()).toBe(0);
  run(file, ['restore', join(folder, 'copy.sqlite')], folder, env);
  const second = await startPackaged([file], folder, env);
  const again = await signIn(second.url, ADA);
  expect((await readPage(again)).thoughts.map((thought) => thought.textID)).toEqual([textID]);
  expect(await second.stop()).toBe(0);
  expect(run(file, ['--help'], folder, env)).toMatch(/^Usage: thought-cloud \[COMMAND\]\n/u);
  expect(readdirSync(join(folder, 'cache/thought-cloud'))).toHaveLength(1);
  const megabytes = statSync(file).size / 1e6;
  report(`${megabytes.toFixed(0)} MB`);
  expect(megabytes).toBeLessThanOrEqual(SIZE_LIMIT);
});

test('the single file starts where its cache can’t be written to, and leaves nothing behind', async () => {
  const { folder, file, env } = await prepare();
  const TMPDIR = join(folder, 'tmp');
  mkdirSync(TMPDIR);
  const board = await startPackaged([file], folder, {
    ...env,
    TMPDIR,
    XDG_CACHE_HOME: '/dev/null',
  });
  expect((await fetch(board.url)).status).toBe(200);
  expect(readdirSync(TMPDIR)).toHaveLength(1);
  expect(await board.stop()).toBe(0);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('a package that was not unpacked to its end is not started from', async () => {
  const { folder, file, env } = await prepare();
  run(file, ['--version'], folder, env);
  const cache = join(folder, 'cache/thought-cloud');
  const [name = ''] = readdirSync(cache);
  // A folder that cannot be completed stands for a start that was killed.
  run('mv', [name, `${name}.unfinished-x`], cache);
  expect(run(file, ['--version'], folder, env)).toMatch(/^\d/u);
  expect(existsSync(join(cache, name))).toBe(true);
});

test('how long the single file takes to start, beside the package', async () => {
  const { report } = startTrial('single');
  const { folder, file, env } = await prepare();
  const packed = join(ROOT, 'dist/package/bin/thought-cloud.mjs');
  const times = { single: [] as number[], package: [] as number[] };
  for (let start = 0; start < STARTS; start += 1) {
    for (const [form, command] of [
      ['single', [file]],
      ['package', [process.execPath, packed]],
    ] as const) {
      const board = await startPackaged(command, folder, env);
      times[form].push(board.took);
      await board.stop();
    }
  }
  const [unpacking = 0] = times.single;
  const [single, beside] = [median(times.single), median(times.package)];
  report(
    `ready after ${ms(single)} ms (${ms(unpacking)} ms the first time), the package after ${ms(beside)} ms: ${(single / beside).toFixed(2)} times`,
  );
  expect(single).toBeGreaterThan(0);
});

/** An empty folder with the file in it, and the environment of its user. */
async function prepare() {
  const folder = temporaryFolder();
  const file = join(folder, 'thought-cloud');
  copyFileSync(made.file, file);
  chmodSync(file, 0o755);
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await findFreePort('localhost')),
  };
  return { folder, file, env };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const ms = (time: number): string => time.toFixed(0);
