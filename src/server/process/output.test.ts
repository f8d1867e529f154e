import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput } from './output.ts';

test('output that a stalled reader does not take is bounded', () => {
  const stream = new Writable({ write: () => {} });
  const output = createOutput(stream);
  for (let count = 0; count < 10_000; count += 1) output.write(`${'x'.repeat(99)}\n`);
  expect(stream.writableLength).toBeLessThan(65_536 + 100);
});
