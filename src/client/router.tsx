import { useLayoutEffect, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react';
import { scrollToTop } from './reading/scroll.ts';

/** The event of a page that leads on; the history has events for back and forward only. */
const NAVIGATED = 'navigated';
const EVENTS = ['popstate', NAVIGATED];

/** The path of the page's address, without a slash at its end. A page begins at its top. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

function currentPath(): string {
  return location.pathname.replace(/(?<=[^/])\/$/u, '');
}

function subscribe(listener: () => void): () => void {
  EVENTS.forEach((event) => addEventListener(event, listener));
  return () => EVENTS.forEach((event) => removeEventListener(event, listener));
}

let shown = currentPath();

/** Comes before the page changes: Firefox undoes a scroll in a page that has just become shorter. */
function beginAtTop(): void {
  if (currentPath() !== shown) scrollToTop();
  shown = currentPath();
}

EVENTS.forEach((event) => addEventListener(event, beginAtTop));

/** Leads to another path without a reload; `isReplacing` leaves no way back to the page that is left. */
export function navigate(path: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  dispatchEvent(new Event(NAVIGATED));
}

interface LinkProps extends ComponentProps<'a'> {
  href: string;
}

/** A link within the board; what the browser does with other keys and buttons is left to it. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const isHere = usePath() === href;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    onClick?.(event);
    event.preventDefault();
    navigate(href, isHere);
  };
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined} {...rest} onClick={follow}>
      {children}
    </a>
  );
}

/** Leads on to another path instead of what is not to be shown. */
export function Redirect({ to }: { to: string }): null {
  useLayoutEffect(() => navigate(to, true), [to]);
  return null;
}
