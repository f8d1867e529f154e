import { useLayoutEffect, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react';

/** The event of a page that leads on; the history has events for back and forward only. */
const NAVIGATED = 'navigated';

/** The path of the page's address. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

function subscribe(listener: () => void): () => void {
  const events = ['popstate', NAVIGATED];
  events.forEach((event) => addEventListener(event, listener));
  return () => events.forEach((event) => removeEventListener(event, listener));
}

/** Leads to another path without a reload; `isReplacing` leaves no way back to the page that is left. */
export function navigate(path: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  dispatchEvent(new Event(NAVIGATED));
}

interface LinkProps extends ComponentProps<'a'> {
  href: string;
  isReplacing?: boolean;
}

/** A link within the board; what the browser does with other keys and buttons is left to it. */
export function Link({ href, isReplacing, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    onClick?.(event);
    event.preventDefault();
    navigate(href, isReplacing);
  };
  return (
    <a href={href} {...rest} onClick={follow}>
      {children}
    </a>
  );
}

/** Leads on to another path instead of what is not to be shown. */
export function Redirect({ to }: { to: string }): null {
  useLayoutEffect(() => navigate(to, true), [to]);
  return null;
}
