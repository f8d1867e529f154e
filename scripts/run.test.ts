import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const RUN = join(import.meta.dirname, 'run.mjs');
const WAITING = 'Waiting for node to end; Ctrl+C once more ends it at once';

// As npm does, it takes a while to take back what it has begun.
const PROGRAM = `
  process.on('SIGINT', () => console.log('interrupted'));
  process.once('SIGTERM', () => setTimeout(() => { console.log('taken back'); process.exit(1); }, 300));
  setInterval(() => {}, 1_000);
  console.log('begun');`;

test('who is asked to end waits for the program that it runs, and goes on with nothing', async () => {
  const child = startMain();
  const printed = text(child.stdout);
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([null, 'SIGTERM']);
  expect(await printed).toBe(`begun\n${WAITING}\ntaken back\n`);
});

test('Ctrl+C is not passed on to the program, to which the terminal sends it as well', async () => {
  const child = startMain();
  const printed = text(child.stdout);
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await exited).toEqual([null, 'SIGINT']);
  expect(await printed).toBe(`begun\n${WAITING}\ntaken back\n`);
});

/** Starts what runs the program, and then would go on. */
function startMain() {
  const main = `
    import { exitCodeOf } from ${JSON.stringify(RUN)};
    await exitCodeOf('node', ['--eval', ${JSON.stringify(PROGRAM)}]);
    console.log('next');`;
  return spawn('node', ['--input-type=module', '--eval', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
