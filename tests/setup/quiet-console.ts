import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

const unexpected: string[] = [];

// Errors and warnings on the console are behaviour: a test that expects one spies on the console itself,
// and any other test fails.
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
