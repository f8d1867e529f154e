/**
 * A ref for a box with `content-visibility: auto`: what still moves in it when it goes out of view is
 * finished. It would stand still there and end only in view again, while each frame went through it.
 */
export function finishOutOfView(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  const stop = new AbortController();
  const finish = (event: Event): void => {
    if (!(event instanceof ContentVisibilityAutoStateChangeEvent) || !event.skipped) return;
    for (const animation of box.getAnimations({ subtree: true })) animation.finish();
  };
  box.addEventListener('contentvisibilityautostatechange', finish, { signal: stop.signal });
  return () => stop.abort();
}
