import * as v from 'valibot';
import { isSameList, newId } from '#shared/thought.ts';
import { openShelf, type BrowserStorage, type Shelf } from '#client/store/browser-storage.ts';
import type { OpenPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';
import { createLetGo } from './let-go.ts';

/** The place of a text in the add dialog; that of an edit is the thought's id. */
export const NEW = 'new';

export const Base = v.object({ text: v.string(), version: v.number() });

/** A typed text that is neither added nor saved. */
const Text = v.object({
  id: v.string(),
  place: v.string(),
  text: v.string(),
  /** Null if it replaces whatever is stored. */
  base: v.nullable(Base),
  /** When typing began, in ms. */
  at: v.number(),
  /** The page it is typed on; null while it waits. */
  page: v.nullable(v.string()),
});

export type Text = v.InferOutput<typeof Text>;

export type TypedText = Pick<Text, 'text' | 'base'>;
export type ReturnedText = Pick<Text, 'id' | 'place' | 'text'>;

/** Where a text is typed, or the waiting text that it continues. */
type Start = Text | (Pick<Text, 'place' | 'base'> & { id?: never });

export type Texts = ReturnType<typeof openTexts>;

/** All texts that a person has typed in this browser and not sent, each under its own key. */
export function openTexts(storage: BrowserStorage, pages: OpenPages, uid: string) {
  const prefix = STORAGE_KEYS.texts(uid);
  const shelf = openShelf(storage, prefix, Text);
  const waiting = createStore<readonly Text[]>([]);
  const typed = new Map<string, () => void>();

  const isWaiting = ({ id, page }: Text): boolean => {
    if (page === null) return true;
    return page === pages.own() ? !typed.has(id) : pages.isGone(page);
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
    /** Waiting texts, the newest first. */
    waiting,
    letGo: createLetGo(),
    open: (start: Start): OpenText => openText(start, { shelf, pages, typed, refresh }),
    /** Leaves a text waiting. Several tabs may put it under the same id. */
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
  /** How to leave each text that is typed on this page. */
  typed: Map<string, () => void>;
  refresh: () => void;
}

export type OpenText = ReturnType<typeof openText>;

/** Writes under a new key; the text that it continues stays until the first typed key. */
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
    // If it has changed since, both stay.
    if (copied && shelf.find(copied.id) === copied) shelf.remove(copied.id);
    copied = undefined;
  };
  const leave = (): void => {
    if (!typed.delete(id)) return;
    write(null);
    copied = shelf.find(id) ?? undefined;
    refresh();
  };
  return {
    /** The text that it continues, until the first typed key. */
    source: (): Text | undefined => copied,
    get: (): string => now.text,
    /** The same object until it changes. */
    typed: (): TypedText => now,
    /** Sets the text, and the base if one is given. */
    type: (text: string, base = now.base): void => {
      now = { text, base };
      // First, because a full storage has no room for two copies.
      removeCopied();
      write(pages.own());
      if (typed.has(id)) return;
      typed.set(id, leave);
      refresh();
    },
    /** Leaves it waiting; the next typed key brings it back to this page. */
    leave,
    /** Ends it: it is sent, or cancelled. */
    end: (): void => {
      removeCopied();
      shelf.remove(id);
      typed.delete(id);
      refresh();
    },
  };
}
