import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { findFreePort } from '#tests/server/local-server.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { startTrial } from './support/trial.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONTAINERFILE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
/** Megabytes of an installed board, without Node. */
const SIZE_LIMIT = 15;
const Command = v.tupleWithRest([v.string()], v.string());

test('the package serves a board from an empty folder without the registry, as its image does, and has the operator’s commands', async () => {
  const { report } = startTrial('package');
  const folder = temporaryFolder();
  const archive = run('npm', ['run', '--silent', 'package'], ROOT).trim().split('\n').at(-1) ?? '';
  copyFileSync(join(ROOT, archive), join(folder, 'package.tgz'));
  const env = {
    ...process.env,
    PORT: String(await findFreePort('localhost')),
    DATA_DIR: join(folder, 'data'),
    npm_config_offline: 'true',
    npm_config_cache: join(folder, 'empty-cache'),
  };
  const began = performance.now();
  for (const [, step = ''] of CONTAINERFILE.matchAll(/^RUN (?<step>.+)$/gmu)) {
    // The user `node` exists only in the image.
    const here = step.replaceAll('=node', `=${process.getuid?.() ?? ''}`);
    execFileSync('sh', ['-c', here], { cwd: folder, env, stdio: 'ignore' });
  }
  expect(existsSync(env.DATA_DIR)).toBe(true);
  const [program, ...args] = commandOf('ENTRYPOINT');
  const board = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const command = join(folder, 'node_modules/.bin/thought-cloud');
  try {
    const url = await addressOf(board.stdout);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Thought Cloud'),
    ]);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const megabytes = Number.parseInt(run('du', ['-sm', 'node_modules'], folder), 10);
    report(`from the package to the first page ${seconds} s, ${megabytes} MB beside Node`);
    expect(megabytes).toBeLessThanOrEqual(SIZE_LIMIT);
    const [checker, ...how] = commandOf('HEALTHCHECK CMD');
    run(checker, how, folder, { PORT: new URL(url).port });
    expect(() => run(checker, how, folder, { PORT: '1' })).toThrow(/Command failed/u);
    execFileSync(command, ['backup', join(folder, 'copy.sqlite')], { cwd: folder, env });
    expect(existsSync(join(folder, 'copy.sqlite'))).toBe(true);
    expect(run(command, ['--help'], folder)).toMatch(
      /^Usage: thought-cloud \[COMMAND\]\n(?!.*npm run)/su,
    );
    const packed = join(folder, 'node_modules/thought-cloud');
    for (const file of ['docs/hosting.md', 'deploy/nginx.conf', 'deploy/thought-cloud@.service']) {
      expect(existsSync(join(packed, file))).toBe(true);
    }
    expect(run(command, ['--version'], folder).trim()).toMatch(/^\d+\.\d+\.\d+$/u);
  } finally {
    board.kill('SIGTERM');
    await once(board, 'exit');
  }
  expect(board.exitCode).toBe(0);
});

/** The command that follows a keyword in the image's file. */
function commandOf(word: string): [string, ...string[]] {
  const line = CONTAINERFILE.split('\n').find((each) => each.startsWith(`${word} `)) ?? '';
  return v.parse(Command, JSON.parse(line.slice(word.length)));
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): string {
  // NODE_ENV is unset, as in a shell: with the tests' own mode the client would be built for development.
  const env = { ...process.env, NODE_ENV: undefined, ...environment };
  return execFileSync(command, args, { cwd, env, encoding: 'utf8' });
}

/** What the last line of a start names. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /ready: ([^\s"]+)/u.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The board ended before it was ready.');
}
