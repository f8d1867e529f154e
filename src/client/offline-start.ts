import { NEWEST_PAGE_PATH, PATHS } from '#shared/wire.ts';

/** Lets an installed board open offline. A tab stores nothing: its browser may be shared. */
export async function keepForOfflineStart(): Promise<void> {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  const { serviceWorker } = navigator;
  // The worker, `public/service-worker.js`, has not seen the requests of the page that installs it.
  if (serviceWorker.controller === null) {
    serviceWorker.addEventListener('controllerchange', () => {
      ask('/', ...performance.getEntriesByType('resource').map(({ name }) => name));
    });
  }
  // The last list is newer than the page's first.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ask(PATHS.session, NEWEST_PAGE_PATH);
  });
  await serviceWorker.register('/service-worker.js');
}

function ask(...urls: readonly string[]): void {
  for (const url of urls) fetch(url).catch(() => {});
}
