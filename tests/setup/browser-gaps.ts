/**
 * Gives jsdom the few parts of a browser that it lacks and the client uses. It lays nothing out, so
 * that nothing scrolls by itself and nothing comes into view.
 */
export function fillBrowserGaps(): void {
  Object.assign(globalThis, {
    IntersectionObserver: NothingHappens,
    ResizeObserver: NothingHappens,
    visualViewport: null,
  });
  Object.assign(window, { scrollTo: () => {}, scrollBy: () => {}, matchMedia: reduceMotion });
  Object.assign(document, { elementFromPoint: () => null, elementsFromPoint: () => [] });
  Object.assign(Element.prototype, { scrollIntoView: () => {} });
  Object.assign(Range.prototype, {
    getBoundingClientRect: () => document.body.getBoundingClientRect(),
  });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement, returnValue = '') {
      this.open = false;
      this.returnValue = returnValue;
      this.dispatchEvent(new Event('close'));
    },
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'dialog') return;
    event.preventDefault();
    form.closest('dialog')?.close(event.submitter?.getAttribute('value') ?? '');
  });
}

/** Answers every question about media with yes: nothing moves here. */
function reduceMotion(): { matches: true } {
  return { matches: true };
}

class NothingHappens {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
