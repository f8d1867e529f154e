import * as v from 'valibot';
import { isSameList, newId } from '#shared/thought.ts';
import { openShelf, type BrowserStorage, type Shelf } from '#client/store/browser-storage.ts';
import type { OpenPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';

/** The place of what is typed into the add dialog; that of an edit is the id of its thought. */
export const NEW = 'new';

export const Base = v.object({ text: v.string(), version: v.number() });

/** A text that somebody has typed and neither added nor saved. */
const Text = v.object({
  id: v.string(),
  place: v.string(),
  text: v.string(),
  /** Null when it goes over whatever stands there. */
  base: v.nullable(Base),
  /** When it was begun, in ms. */
  at: v.number(),
  /** The page that it is typed on; null while it waits. */
  page: v.nullable(v.string()),
});

export type Text = v.InferOutput<typeof Text>;

export type TypedText = Pick<Text, 'text' | 'base'>;
export type ReturnedText = Pick<Text, 'id' | 'place' | 'text'>;

/** Where a text is typed, or the waiting one that it goes on with. */
type Start = Text | (Pick<Text, 'place' | 'base'> & { id?: never });

export type Texts = ReturnType<typeof openTexts>;

/** All that a person has typed in this browser and not sent, each under a key of its own; it outlives the page. */
export function openTexts(storage: BrowserStorage, pages: OpenPages, uid: string) {
  const prefix = STORAGE_KEYS.texts(uid);
  const shelf = openShelf(storage, prefix, Text);
  const waiting = createStore<readonly Text[]>([]);
  const typed = new Map<string, () => void>();

  const isWaiting = ({ id, page }: Text): boolean => {
    if (page === null) return true;
    return page === pages.own() ? !typed.has(id) : pages.stateOf(page) !== 'open';
  };
  const refresh = (): void => {
    const next = shelf
      .read()
      .filter(isWaiting)
      .toSorted((a, b) => b.at - a.at);
    if (!isSameList(next, waiting.get())) waiting.set(next);
  };
  const leaveAll = (): void => typed.forEach((leave) => leave());

  const stops = [storage.onChange(prefix, refresh), pages.onGone(refresh)];
  addEventListener('pagehide', leaveAll);
  refresh();
  return {
    /** What waits for who goes on with it, the newest first. */
    waiting,
    /** The last text that was cancelled or deleted on this page, which the add dialog offers. */
    letGo: createStore(''),
    open: (start: Start): OpenText => openText(start, { shelf, pages, typed, refresh }),
    /** Has a text wait, as begun now or at `at`. Once, whichever tabs put it under its id. */
    put: ({ at = Date.now(), ...text }: Omit<Text, 'at' | 'page'> & { at?: number }): void => {
      shelf.write(text.id, { ...text, at, page: null });
      refresh();
    },
    remove: (id: string): void => {
      shelf.remove(id);
      refresh();
    },
    close: (): void => {
      leaveAll();
      removeEventListener('pagehide', leaveAll);
      stops.forEach((stop) => stop());
    },
  };
}

interface Shared {
  shelf: Shelf<Text>;
  pages: OpenPages;
  /** How each is left that is being typed here. */
  typed: Map<string, () => void>;
  refresh: () => void;
}

export type OpenText = ReturnType<typeof openText>;

/** Writes under a key that nobody else writes; what it goes on with stays until the first key. */
function openText(start: Start, { shelf, pages, typed, refresh }: Shared) {
  const id = newId();
  let copied = start.id === undefined ? undefined : start;
  const { place } = start;
  const at = copied?.at ?? Date.now();
  let now: TypedText = { text: copied?.text ?? start.base?.text ?? '', base: start.base };

  const write = (page: string | null): void => {
    if (now.text === (now.base?.text ?? '')) shelf.remove(id);
    else shelf.write(id, { id, place, ...now, at, page });
  };
  const removeCopied = (): void => {
    // What was typed there since is another text: both stay.
    if (copied && shelf.find(copied.id) === copied) shelf.remove(copied.id);
    copied = undefined;
  };
  const end = (): void => {
    shelf.remove(id);
    typed.delete(id);
    refresh();
  };
  const leave = (): void => {
    if (!typed.delete(id)) return;
    write(null);
    copied = shelf.find(id) ?? undefined;
    refresh();
  };
  return {
    /** What it goes on with, until the first key. */
    source: (): Text | undefined => copied,
    get: (): string => now.text,
    /** The same object until that changes. */
    typed: (): TypedText => now,
    /** It has another base from now on, if one is given. */
    type: (text: string, base = now.base): void => {
      now = { text, base };
      // First, because a full storage has room for one copy only.
      removeCopied();
      write(pages.own());
      if (typed.has(id)) return;
      typed.set(id, leave);
      refresh();
    },
    /** Has it wait. The next key brings it back to this page. */
    leave,
    submit: (): void => {
      removeCopied();
      end();
    },
    cancel: (): void => {
      // Where nobody can say whether another page still writes it, it is not this one's to take away.
      if (!copied?.page || pages.stateOf(copied.page) === 'gone') removeCopied();
      end();
    },
  };
}
