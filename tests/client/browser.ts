import { locks } from 'node:worker_threads';
import { EventSource } from 'eventsource';
import { onTestFinished } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import type { Base } from '#client/backend/backend.ts';
import type { Browser } from '#client/backend/http/browser.ts';
import { openStorage, type BrowserStorage } from '#client/browser/storage.ts';
import { openPages } from '#client/browser/open-pages.ts';
import { createCards } from '#client/state/writing/cards.ts';
import { isUntouched, unsentOf, type Entry } from '#client/state/writing/entry.ts';
import { NEW } from '#client/state/writing/kind.ts';
import { openLedger, type Ledger } from '#client/state/writing/ledger.ts';
import type { Visitor } from '#tests/server/sign-in.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';

/**
 * A browser with one visible tab, in which only requests do anything: they get what `answer` returns. Events of
 * `reader` are the live stream's, or changes of the presence or the account.
 */
export function createAnsweringBrowser(
  answer: (path: string, headers: Headers) => Response | Promise<Response>,
  reader = new EventTarget(),
): Browser {
  return {
    fetch: async (path, init) => answer(path, new Headers(init?.headers)),
    openEventSource: () => ({
      addEventListener: (type, listener) =>
        reader.addEventListener(type, (event) => event instanceof MessageEvent && listener(event)),
      close: nothing,
    }),
    navigate: nothing,
    onVersion: nothing,
    isVisible: () => true,
    isOnline: () => true,
    onPresenceChange: (listener) => reader.addEventListener('presence', listener),
    onAccountChange: (listener) => reader.addEventListener('account', listener),
  };
}

function nothing(): void {}

/** A browser without a screen, with one tab: always visible, always online. */
export function createNodeBrowser(visitor: Visitor, origin: string): Browser {
  const fetch: typeof globalThis.fetch = (input, init) =>
    visitor.send(input instanceof Request ? input.url : String(input), init);
  return {
    ...createAnsweringBrowser(() => Response.error()),
    fetch,
    openEventSource: (url) => new EventSource(new URL(url, origin), { fetch }),
    navigate: (url) => {
      throw new Error(`Left the page for ${url}`);
    },
  };
}

/** Node's locks. They grant a free lock during the request; a browser does so later. */
async function request(
  name: string,
  options: LockOptions,
  use: LockGrantedCallback<unknown>,
): Promise<unknown> {
  await Promise.resolve();
  return locks.request(name, options, use);
}

/** Gives jsdom the locks that it lacks. */
export function installLocks(): void {
  Object.assign(navigator, { locks: { request } });
}

/** A browser's storage over a map. Keys are properties, as in a browser. */
export function storageOver(
  items: Map<string, string>,
  beforeChange: (key: string, value: string | null) => unknown = () => {},
): Storage {
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      beforeChange(key, value);
      items.set(key, value);
    },
    removeItem: (key: string) => {
      beforeChange(key, null);
      items.delete(key);
    },
    key: () => null,
    clear: () => {},
    length: 0,
  };
  return new Proxy(methods, {
    // A browser gives the keys in an order of its own.
    ownKeys: () => [...items.keys()].toReversed(),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Returns the function that opens tabs of one browser, which announce their changes to one another. */
export function openBrowser(
  items = new Map<string, string>(),
  tabs = new Set<EventTarget>(),
): () => BrowserStorage {
  return () => {
    const tab = new EventTarget();
    tabs.add(tab);
    const announce = (key: string): void => {
      const others = [...tabs].filter((other) => other !== tab);
      queueMicrotask(() =>
        others.forEach((other) =>
          other.dispatchEvent(Object.assign(new Event('storage'), { key })),
        ),
      );
    };
    const storage = storageOver(items, announce);
    return openStorage(() => storage, tab);
  };
}

type Write = Pick<Entry, 'kind' | 'place' | 'text' | 'base'>;

/** What somebody does at a ledger, as calls. */
export function writerIn({ state, apply, close }: Ledger) {
  return {
    state,
    apply,
    close,
    open: (place: string, base: Base | null) => apply({ type: 'opened', place, base }),
    type: (place: string, base: Base | null, text: string) =>
      apply({ type: 'typed', place, base, text }),
    leave: (place: string, base: Base | null = null) => apply({ type: 'left', place, base }),
    cancel: (place: string) => apply({ type: 'cancelled', place }),
    release: (place: string) => apply({ type: 'removed', place }),
    submit: (place: string, write: Write) => apply({ type: 'submitted', place, write }),
    refuse: ({ id }: Entry, reason: unknown) => apply({ type: 'refused', id, reason }),
    acknowledge: ({ id }: Entry) => apply({ type: 'acknowledged', id, mark: 'a mark' }),
    /** The lists have passed these entries. */
    list: (...entries: Entry[]) => apply({ type: 'listed', ids: entries.map(({ id }) => id) }),
    unsent: () => unsentOf(state.get().sent),
  };
}

/** A tab of a new browser, in which somebody writes; it can open others. */
export function openTab(items = new Map<string, string>()) {
  const tabs = new Set<EventTarget>();
  const openLasting = openBrowser(items, tabs);
  const openNext = () => {
    const page = new EventTarget();
    const ledger = writerIn(openLedger(openLasting(), openPages(page), SAMPLE_USER));
    onTestFinished(() => ledger.close());
    const state = () => ledger.state.get();
    const seen = () =>
      [...state().open.values(), ...state().waiting].filter((entry) => !isUntouched(entry));
    const cardsOf = createCards(SAMPLE_USER);
    return {
      ledger,
      state,
      /** The typed texts that this tab shows or offers, in the dialog and in cards. */
      texts: () => seen().map(({ text }) => text),
      places: () => seen().map(({ place }) => place),
      /** Ends the page, or keeps it in the history. */
      leavePage: async () => {
        page.dispatchEvent(new Event('pagehide'));
        await locksAnswered();
      },
      restorePage: () => {
        page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      },
      /** The text in the dialog. */
      draft: () => state().open.get(NEW)?.text,
      openCard: () => [...state().open.keys()].find((place) => place !== NEW) ?? null,
      cards: (...thoughts: Thought[]) => cardsOf(thoughts, state()),
      /** The text typed into the card of a thought. */
      typed: (thought: Thought) => {
        const card = cardsOf([thought], state()).find(
          (one) => one.thought.textID === thought.textID,
        );
        return card?.typed === thought.text ? null : card?.typed;
      },
      /** Submits an add, an edit or a delete without typing it first. */
      submit: (write: Write): Entry => {
        ledger.submit(write.kind === 'add' ? NEW : write.place, write);
        const written = ledger.unsent().at(-1);
        if (written === undefined) throw new Error('Nothing was submitted.');
        return written;
      },
    };
  };
  /** The browser clears its storage, and tells all tabs so. */
  const clear = (): void => {
    items.clear();
    for (const tab of tabs) tab.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  };
  return { ...openNext(), openNext, items, clear };
}

export function addOf(textID: string, text = 'new') {
  return { kind: 'add', place: textID, text, base: null } as const;
}

export function editOf({ textID, text: before, version }: Thought, text: string) {
  return { kind: 'edit', place: textID, text, base: { text: before, version } } as const;
}

export function deleteOf(textID: string) {
  return { kind: 'delete', place: textID, text: '', base: null } as const;
}

/** Resolves when changes have been announced to the other tabs. */
export async function announced(): Promise<void> {
  await Promise.resolve();
}

/** Resolves when all earlier requests for locks have been answered. */
export async function locksAnswered(): Promise<void> {
  await navigator.locks.request('any', {}, () => {});
}

/**
 * Gives jsdom the few parts of a browser that it lacks and the client uses. It has no layout, so nothing
 * scrolls by itself or comes into view.
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
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  Object.assign(HTMLDialogElement.prototype, {
    getAnimations: () => [],
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.open = true;
    },
    close(this: HTMLDialogElement, returnValue = '') {
      if (!this.open) return;
      this.open = false;
      const opener = openers.get(this);
      if (opener instanceof HTMLElement) opener.focus();
      this.returnValue = returnValue;
      setTimeout(() => this.dispatchEvent(new Event('close')));
    },
  });
}

/** Every media query matches, so that nothing moves. */
function reduceMotion(): { matches: true } {
  return { matches: true };
}

class NothingHappens {
  observe(): void {}
  disconnect(): void {}
}
