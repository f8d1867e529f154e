import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createOutput } from './output.ts';

const LINE = `${'x'.repeat(99)}\n`;

test('of what a stalled reader does not take, a part waits, and the rest is counted', () => {
  const taken: string[] = [];
  const pending: (() => void)[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk));
      pending.push(done);
    },
  });
  const output = createOutput(stream);
  for (let count = 0; count < 10_000; count += 1) output.write(LINE);
  const waiting = Math.ceil(65_536 / LINE.length);
  expect(stream.writableLength).toBe(waiting * LINE.length);
  while (stream.writableLength > 0) pending.shift()?.();
  expect(taken).toHaveLength(waiting);
  output.write('later\n');
  pending.shift()?.();
  output.write('and later\n');
  expect(taken.slice(-2)).toEqual([
    expect.stringMatching(
      new RegExp(`^\n\\{.*"count":${10_000 - waiting},"msg":"lines .* lost"\\}\nlater\n$`, 'u'),
    ),
    'and later\n',
  ]);
});

test('what a full disk did not take is counted, once there is room again', async () => {
  const file = join(temporaryFolder(), 'log');
  const { write, stop } = startLimited(file);
  for (let count = 0; count < 30; count += 1) await write(LINE);
  // It ends in the middle of a line, as the disk's last bytes do.
  truncateSync(file, LINE.length + 9);
  await write('later\n');
  await write('and later\n');
  await stop();
  const [whole, part, note = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  expect([whole, part, rest]).toEqual([LINE.trim(), 'x'.repeat(9), ['later', 'and later', '']]);
  // One of them it took in part.
  expect(JSON.parse(note)).toMatchObject({ level: 40, count: 19 });
});

/** Starts a process that writes what it is sent to a file in which there is little room. */
function startLimited(file: string) {
  const script = join(temporaryFolder(), 'script.mjs');
  const subject = JSON.stringify(join(import.meta.dirname, 'output.ts'));
  writeFileSync(
    script,
    `import { createOutput } from ${subject};
    const output = createOutput(process.stdout);
    process.on('message', (text) => {
      output.write(text);
      process.send('written');
    });
    process.on('disconnect', () => process.exit());`,
  );
  // Units of 512 bytes.
  const command = `trap '' XFSZ; ulimit -f 2; exec ${process.execPath} ${script} >>${file}`;
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    write: async (text: string) => {
      const written = once(child, 'message');
      child.send(text);
      await written;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
