import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the package serves a board from an empty folder, and has the operator’s commands', async () => {
  const folder = temporaryFolder();
  const packed = run('node', ['scripts/pack.mjs'], ROOT).trim().split('\n').at(-1) ?? '';
  run(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', join(ROOT, packed)],
    folder,
  );
  const command = join(folder, 'node_modules/.bin/thought-cloud');
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') };
  const board = spawn(command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await addressOf(board.stdout);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Thought Cloud'),
    ]);
    execFileSync(command, ['backup', join(folder, 'copy.sqlite')], { cwd: folder, env });
    expect(existsSync(join(folder, 'copy.sqlite'))).toBe(true);
    expect(run(command, ['--version'], folder).trim()).toMatch(/^\d+\.\d+\.\d+$/u);
  } finally {
    board.kill('SIGTERM');
    await once(board, 'exit');
  }
  expect(board.exitCode).toBe(0);
});

function run(command: string, args: readonly string[], cwd: string): string {
  // As from a shell: with the tests' own mode the client would be built for development.
  const env = { ...process.env, NODE_ENV: undefined };
  return execFileSync(command, args, { cwd, env, encoding: 'utf8' });
}

/** What the last line of a start names. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /ready: (\S+)/u.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The board ended before it was ready.');
}
