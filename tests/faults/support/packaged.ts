import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs a program to its end; returns what it wrote. */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): string {
  // NODE_ENV is unset, as in a shell: with the tests' own mode the client would be built for development.
  const env = { ...process.env, NODE_ENV: undefined, ...environment };
  return execFileSync(command, args, { cwd, env, encoding: 'utf8' });
}

/** Makes the package, with what its flags add; returns the path of the last file that this wrote, and all it said. */
export function makePackage(...flags: string[]) {
  const said = run('sh', ['-c', 'npm run --silent package -- "$@" 2>&1', 'sh', ...flags], ROOT);
  const [last = ''] = said.match(/(?<=^Written: )\S+(?=, )/gmu)?.slice(-1) ?? [];
  return { file: join(ROOT, last), said };
}

/** Starts a packaged board until the test has finished; resolves once it is ready. */
export async function startPackaged(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
) {
  const began = performance.now();
  const board = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(board, 'exit');
  onTestFinished(async () => {
    board.kill('SIGKILL');
    await exited;
  });
  const url = await addressOf(board.stdout);
  return {
    url,
    /** Milliseconds until it said that it is ready. */
    took: performance.now() - began,
    /** Stops it; resolves with its exit code. */
    stop: async () => {
      board.kill('SIGTERM');
      await exited;
      return board.exitCode;
    },
  };
}

/** What the last line of a start names. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /ready: ([^\s"]+)/u.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The board ended before it was ready.');
}
