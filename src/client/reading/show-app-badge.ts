let hasFailed = false;

/** Shows a count on the icon of the installed app, none for 0; where there is no icon, nothing. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch((error: unknown) => {
    if (!hasFailed) console.info('The icon carries no count', error);
    hasFailed = true;
  });
}
