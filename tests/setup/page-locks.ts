import { locks } from 'node:worker_threads';
import { onTestFinished, vi } from 'vitest';

/** Gives jsdom's browser locks; it has none, and Node's are the same. */
export function installLocks(): void {
  Object.assign(navigator, { locks });
}

/** Leaves this test with a browser as it is over plain http. */
export function takeLocksAway(): void {
  vi.stubGlobal('navigator', {});
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** The locks taken from now on in this test are lost as those of a page that crashes. */
export function lockThatCrashes(): { crash: () => void } {
  const crashed = Promise.withResolvers<void>();
  const request = (name: string, use: () => unknown) =>
    locks.request(name, () => Promise.race([use(), crashed.promise]));
  Object.assign(navigator, { locks: { request } });
  onTestFinished(installLocks);
  return { crash: crashed.resolve };
}
