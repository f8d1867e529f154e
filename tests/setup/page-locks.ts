import { locks } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** Node's locks, which grant a free one while it is asked for; a browser does so later. */
async function request(
  name: string,
  options: LockOptions,
  use: LockGrantedCallback<unknown>,
): Promise<unknown> {
  await Promise.resolve();
  return locks.request(name, options, use);
}

/** Gives jsdom's browser locks, which it has none of. */
export function installLocks(): void {
  Object.assign(navigator, { locks: { request, query: () => locks.query() } });
}

/** The locks taken from now on in this test are lost, once it crashes, as those of a page that does. */
export function lockThatCrashes(): { crash: () => Promise<void> } {
  const crashed = Promise.withResolvers<void>();
  const requests: Promise<unknown>[] = [];
  const requestUntilThen: typeof request = (name, options, use) => {
    const used = request(name, options, (lock) => Promise.race([use(lock), crashed.promise]));
    requests.push(used);
    return used;
  };
  Object.assign(navigator, { locks: { request: requestUntilThen } });
  onTestFinished(installLocks);
  return {
    crash: async () => {
      crashed.resolve();
      await Promise.all(requests);
    },
  };
}
