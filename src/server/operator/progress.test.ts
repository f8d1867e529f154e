import { expect, onTestFinished, test, vi } from 'vitest';
import { followProgress } from './board-file.ts';

test('one line on a terminal says how far a command is, how fast, and how long it will take', () => {
  const { stderr } = process;
  const { isTTY } = stderr;
  let written = '';
  stderr.isTTY = true;
  vi.spyOn(stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    stderr.isTTY = isTTY;
    process.removeAllListeners('SIGINT');
  });
  const report = followProgress(3_000, 'Nothing stays.');
  for (const done of [1_000, 1_100, 2_000]) {
    vi.advanceTimersByTime(done === 1_100 ? 10 : 500);
    report(done);
  }
  const lines = written.split('\r').slice(1);
  expect(lines).toEqual([
    '1000 of 3000 records, 2000 a second, 1 s left\u001B[K',
    '2000 of 3000 records, 1980 a second, 1 s left\u001B[K',
  ]);
  process.emit('SIGINT');
  expect(() => report(2_500)).toThrow('Stopped after 2500 of 3000 records. Nothing stays.');
  expect(written).toMatch(/\n$/u);
});
