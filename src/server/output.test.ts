import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput } from './output.ts';

test('a log that nobody reads waits with little of it, and one whose reader has gone fails nothing', () => {
  const stream = new Writable({ write: () => {} });
  const { write } = createOutput(stream);
  for (let line = 0; line < 1_000; line += 1) write('x'.repeat(1_000));
  expect(stream.writableLength).toBeLessThan(70_000);
  expect(() => stream.emit('error', new Error('EPIPE'))).not.toThrow();
});
