import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

/** Milliseconds after which a wait counts as hanging. A busy machine exceeds Vitest's own limit of a second. */
const TIMEOUT = 20_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient(options?: number | object) {
  return typeof options === 'number' ? options : { timeout: TIMEOUT, ...options };
}

// No test stops the clock for the next one.
afterEach(() => void vi.useRealTimers());

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
