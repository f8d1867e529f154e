// Scripts that the bridge runs in pages. Each is sent by itself.

/** Says to the console where the page moves by itself, after a tag. */
export function noteMoves(tag: string): void {
  if (window.top !== window) return;
  const note = (): void => console.debug(tag, location.href);
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = History.prototype[name];
    History.prototype[name] = function (...args) {
      original.apply(this, args);
      note();
    };
  }
  addEventListener('popstate', note);
  addEventListener('hashchange', note);
}

/** Gives the page a function that says to the console what it is called with, after a tag. */
export function bind(name: string, tag: string): void {
  if (name in window) return;
  Object.defineProperty(window, name, {
    value: (argument: string) => console.debug(tag, argument, {}),
  });
}

export function setOnLine(isOnLine: boolean): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => isOnLine, configurable: true });
  dispatchEvent(new Event(isOnLine ? 'online' : 'offline'));
}

/** The boxes of a node, each as its corners (px). */
export function quadsOf(node: Node): number[][] {
  const element = node instanceof Element ? node : node.parentElement;
  return [...(element?.getClientRects() ?? [])].map(({ left, top, right, bottom }) => [
    left,
    top,
    right,
    top,
    right,
    bottom,
    left,
    bottom,
  ]);
}

/** Scrolls a node, or a part of it, into view. */
export function reveal(node: Node, rect?: DOMRect): void {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element?.isConnected) throw new Error('Node is detached from document');
  const box = element.getBoundingClientRect();
  if (element.getClientRects().length === 0) throw new Error('Node does not have a layout object');
  const { x, y, width, height } = rect
    ? { x: box.x + rect.x, y: box.y + rect.y, width: rect.width, height: rect.height }
    : box;
  const { clientWidth, clientHeight } = document.documentElement;
  if (x >= 0 && y >= 0 && x + width <= clientWidth && y + height <= clientHeight) return;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
}
