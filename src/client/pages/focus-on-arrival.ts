/** The heading of the page that the document was loaded with. */
let loadedHeading: HTMLElement | null = null;

/**
 * A ref for a page's heading: it takes the focus when the page was reached from another, so that the
 * keyboard and the screen reader start there, and not when the document was loaded with it.
 */
export function focusOnArrival(heading: HTMLElement | null): void {
  if (heading === null) return;
  loadedHeading ??= heading;
  if (heading !== loadedHeading) heading.focus({ preventScroll: true });
}
