import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SERVE = join(import.meta.dirname, 'serve.mjs');

// As Vite does, the program ends when it is told to and looks for no parent.
const PROGRAM = 'console.log(process.pid); setInterval(() => {}, 1_000);';

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'what is served ends when the process that serves it gets %s',
  async (signal) => {
    const program = { command: 'node', args: ['--eval', PROGRAM] };
    const main = `import { serve } from ${JSON.stringify(SERVE)}; await serve([${JSON.stringify(program)}]);`;
    const child = spawn('node', ['--input-type=module', '--eval', main], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line]: unknown[] = await once(child.stdout, 'data');
    const pid = Number(line);
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    expect(isRunning(pid)).toBe(true);
    child.kill(signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
