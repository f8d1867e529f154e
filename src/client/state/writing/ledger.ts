import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { isSameList, keepList } from '#shared/lists.ts';
import type { User } from '#shared/user.ts';
import type { BrowserStorage } from '#client/browser/storage.ts';
import { parseItem } from '#client/browser/stored-items.ts';
import type { OpenPages } from '#client/browser/open-pages.ts';
import { STORAGE_KEYS } from '#client/browser/storage-keys.ts';
import { createStore, type Store } from '#client/store/store.ts';
import {
  acknowledgedOf,
  isUntouched,
  StoredEntry,
  unsentOf,
  type Entries,
  type Entry,
} from './entry.ts';
import { reduce, typedHere, type Context, type WritingEvent } from './reduce.ts';

/** How often (ms) the storage is compared with what this page knows of it. */
const SYNC_INTERVAL_MS = 20_000;

/** How long (ms) an acknowledged entry stays in the storage for other pages, whose lists may not have it yet. */
const LISTED_MS = 1_000;

/** What a person writes in this browser, as one of their pages shows and sends it. */
export interface Writing {
  /** Submitted entries in the order asked for, acknowledged ones first. */
  sent: Entries;
  /** Typed texts that are not open, the newest first. */
  waiting: Entries;
  /** What this page types, by place: in the add dialog, and in at most one card. */
  open: ReadonlyMap<string, Entry>;
}

export interface Ledger {
  state: Store<Writing>;
  /** Applies an event after those that are under way. */
  apply: (event: WritingEvent) => void;
  close: () => void;
}

/**
 * Opens all that a person writes in this browser: events change it one after the other, and each change goes to the
 * storage, which all of their pages share. Any of these may send any entry, and continue what was typed on a page
 * that is gone; what two of them type at once stays two entries.
 */
export function openLedger(storage: BrowserStorage, pages: OpenPages, { uid }: User): Ledger {
  const state = createStore<Writing>({ sent: [], waiting: [], open: new Map() });
  const stored = openStored(storage, STORAGE_KEYS.writing(uid));
  const events: WritingEvent[] = [];
  let entries: Entries = [];
  let page = pages.own();

  const take = (event: WritingEvent): void => {
    const before = entries;
    const here = { page: pages.own(), gone: goneAmong(before, pages) };
    entries = reduce(before, { ...here, uid, now: Date.now(), newID: newId() }, event);
    stored.update(before, entries);
    state.set(select(entries, { ...here, gone: goneAmong(entries, pages) }, state.get()));
  };
  let isBusy = false;
  const apply = (...next: readonly WritingEvent[]): void => {
    events.push(...next);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let event = events.shift(); event; event = events.shift()) {
        // What other pages have written counts, even if the browser has not announced it yet.
        const changes = stored.changes(entries);
        if (changes.length > 0) take({ type: 'stored', changes, erased: [] });
        take(event);
      }
    } finally {
      isBusy = false;
    }
  };
  const sync = (): void => {
    const before = page;
    page = pages.own();
    apply({ type: 'synced', ...stored.read(), before });
    stored.restore(entries);
  };
  const stops = [
    storage.onChange(STORAGE_KEYS.writing(uid), (key) => {
      if (key === null) return sync();
      // Several entries may have changed together, of which the browser announces one at a time.
      const changes = stored.changes([...entries, { id: stored.idOf(key) }]);
      const erased = stored.forgetErased();
      if (changes.length + erased.length > 0) apply({ type: 'stored', changes, erased });
    }),
    pages.onGone(() => apply({ type: 'page gone' })),
    // A page in the back/forward cache receives no events.
    pages.onRestored(sync),
  ];
  const timer = setInterval(sync, SYNC_INTERVAL_MS);
  sync();
  return {
    state,
    apply,
    close: () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

/** The pages of these entries that are gone. Asking about a page makes `pages` report when it goes. */
function goneAmong(entries: Entries, pages: OpenPages): Set<string> {
  const others = new Set(entries.map(({ page }) => page).filter((page) => page !== pages.own()));
  return new Set([...others].filter((page) => pages.isGone(page)));
}

/** The entries in the storage, each under a key of its own, so that pages do not overwrite one another's. */
function openStored(storage: BrowserStorage, prefix: string) {
  /** What the storage holds, as far as this page knows. */
  const items = new Map<string, string>();
  const idOf = (key: string): string => key.slice(prefix.length);
  const take = (id: string): StoredEntry | null => {
    const item = storage.getItem(prefix + id);
    if (item === null) items.delete(id);
    else items.set(id, item);
    return parseItem(StoredEntry, item);
  };
  /** The entries among these that other pages have changed; a missing one is announced, or found by the next sync. */
  const changes = (entries: readonly Pick<Entry, 'id'>[]): StoredEntry[] =>
    entries.flatMap(({ id }) => {
      const item = storage.getItem(prefix + id);
      return item === null || item === items.get(id) ? [] : (take(id) ?? []);
    });
  const write = (entry: Entry): void => {
    const item = itemOf(entry);
    if (item === items.get(entry.id) && storage.isKept(prefix + entry.id)) return;
    if (item === undefined) return erase(entry);
    items.set(entry.id, item);
    storage.setItem(prefix + entry.id, item);
  };
  const erase = ({ id }: Entry): void => {
    if (items.delete(id)) storage.removeItem(prefix + id);
  };
  return {
    idOf,
    /** The ids of all entries in the storage, and those entries that have changed there. */
    read: () => {
      const keys = storage.keys().filter((key) => key.startsWith(prefix));
      const present = new Set(keys.map(idOf));
      for (const id of items.keys()) if (!present.has(id)) items.delete(id);
      return { present, changes: changes([...present].map((id) => ({ id }))) };
    },
    changes,
    /** The ids of known entries that are missing in the storage, which are no longer known then. */
    forgetErased: (): string[] => {
      const erased = [...items.keys()].filter((id) => storage.getItem(prefix + id) === null);
      for (const id of erased) items.delete(id);
      return erased;
    },
    /**
     * Writes what differs after an event. Another process may read in between: what was written over an entry
     * goes before it, or would be taken for the next to be sent.
     */
    update: (before: Entries, after: Entries): void => {
      const known = new Set(before);
      for (const entry of after) if (!known.has(entry)) write(entry);
      for (const entry of missingIn(after, before)) {
        if (entry.state === 'acknowledged') setTimeout(erase, LISTED_MS, entry);
        else erase(entry);
      }
    },
    /** Writes again what is missing after the storage was cleared, or had no room for it. */
    restore: (entries: Entries): void =>
      entries.filter(({ state }) => state !== 'acknowledged').forEach(write),
  };
}

/** What was there before and is no more, the latest first. */
function missingIn(after: Entries, before: Entries): Entry[] {
  const ids = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !ids.has(id)).toSorted((a, b) => b.at - a.at);
}

/** An entry as the storage holds it; undefined if there is nothing to keep. */
function itemOf(entry: Entry): string | undefined {
  // The schema has no `isOpen`.
  return isUntouched(entry) ? undefined : JSON.stringify(v.parse(StoredEntry, entry));
}

/** The entries that this page shows and sends; unchanged parts stay the same objects. */
function select(entries: Entries, here: Pick<Context, 'page' | 'gone'>, before: Writing): Writing {
  const sent = keepList(before.sent, [...acknowledgedOf(entries), ...unsentOf(entries)]);
  const left = typedHere(entries, here).filter(({ isOpen }) => !isOpen);
  const waiting = keepList(before.waiting, left);
  const opened = entries.filter(({ isOpen }) => isOpen);
  const isSameOpen = isSameList([...before.open.values()], opened);
  const open = isSameOpen ? before.open : new Map(opened.map((entry) => [entry.place, entry]));
  const isSame = sent === before.sent && waiting === before.waiting && isSameOpen;
  return isSame ? before : { sent, waiting, open };
}
