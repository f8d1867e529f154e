import { afterEach, vi } from 'vitest';

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
