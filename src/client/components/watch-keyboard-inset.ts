const PROPERTY = '--keyboard-inset';

/**
 * Keeps `--keyboard-inset` on an element: how much of the page's lower edge (px) an on-screen
 * keyboard covers. Returns the function that stops it. Browsers that shrink the page instead give 0.
 */
export function watchKeyboardInset({ style }: HTMLElement): () => void {
  const { visualViewport: viewport } = globalThis;
  if (viewport === null) return () => {};
  const update = (): void => {
    // A reader who zooms in sees less of the page, too, but has no keyboard there.
    const covered = viewport.scale > 1.01 ? 0 : innerHeight - viewport.height - viewport.offsetTop;
    style.setProperty(PROPERTY, `${Math.max(0, Math.round(covered))}px`);
  };
  update();
  viewport.addEventListener('resize', update);
  viewport.addEventListener('scroll', update);
  return () => {
    viewport.removeEventListener('resize', update);
    viewport.removeEventListener('scroll', update);
    style.removeProperty(PROPERTY);
  };
}
