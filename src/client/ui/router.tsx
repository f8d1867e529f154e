import { useLayoutEffect, type ComponentProps, type MouseEvent } from 'react';
import { scrollToTop } from './reading/scroll.ts';
import { createStore } from '#client/store/store.ts';
import { useStore } from '#client/store/use-store.ts';

const shown = createStore(currentPath());

// Back and forward within a page, as to the target of a link, leave the scroll to the browser.
addEventListener('popstate', () => currentPath() !== shown.get() && showPage());

/** The path of the page's address, without a slash at its end. A page begins at its top. */
export function usePath(): string {
  return useStore(shown);
}

function currentPath(): string {
  return location.pathname.replace(/(?<=[^/])\/$/u, '');
}

function showPage(): void {
  // Comes before the page changes: Firefox undoes a scroll in a page that has just become shorter.
  scrollToTop();
  shown.set(currentPath());
}

/** Leads to another path without a reload; `isReplacing` leaves no way back to the page that is left. */
export function navigate(path: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  showPage();
}

interface LinkProps extends ComponentProps<'a'> {
  href: string;
}

/** A link within the board; what the browser does with other keys and buttons is left to it. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const isHere = usePath() === href;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
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

export function Redirect({ to }: { to: string }): null {
  useLayoutEffect(() => navigate(to, true), [to]);
  return null;
}
