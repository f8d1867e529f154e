/** What some browsers lack; each is taken from a page before its scripts run. */
export const LACKS = {
  groupingAndSetMethods: () => {
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(Set.prototype, 'difference');
  },
  scrollAnchoring: () => {
    const { supports } = CSS;
    CSS.supports = (...query: [string, string?]) =>
      !query.join(':').includes('overflow-anchor') && Reflect.apply(supports, CSS, query);
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('overflow-anchor', 'none');
    });
  },
  scrollend: () => {
    for (const holder of [Window.prototype, window, Document.prototype, HTMLElement.prototype]) {
      Reflect.deleteProperty(holder, 'onscrollend');
    }
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });
  },
  locks: () => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  },
} as const;
