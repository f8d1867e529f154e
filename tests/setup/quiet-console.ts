import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

const unexpected: string[] = [];

// An error or a warning on the console is behaviour: a test that expects one says so by spying on
// the console itself, any other test fails by it.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      unexpected.push(format(...args));
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  const found = unexpected.splice(0);
  if (found.length > 0) throw new Error(`Unexpected on the console:\n${found.join('\n')}`);
});
