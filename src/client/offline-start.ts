import { NEWEST_PAGE_PATH, PATHS } from '#shared/wire.ts';

/** Lets an installed board open offline. In a tab nothing is kept: that browser may be shared. */
export async function keepForOfflineStart(): Promise<void> {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  const { serviceWorker } = navigator;
  // The worker, `public/service-worker.js`, has seen no request of the page that brings it.
  if (serviceWorker.controller === null) {
    serviceWorker.addEventListener('controllerchange', () => {
      ask('/', ...performance.getEntriesByType('resource').map(({ name }) => name));
    });
  }
  // What was shown last is newer than what the page began with.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ask(PATHS.session, NEWEST_PAGE_PATH);
  });
  await serviceWorker.register('/service-worker.js');
}

function ask(...urls: readonly string[]): void {
  for (const url of urls) fetch(url).catch(() => {});
}
