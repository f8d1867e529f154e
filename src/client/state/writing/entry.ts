import * as v from 'valibot';
import { Typed } from '#shared/thought.ts';
import type { Base } from '#client/backend/backend.ts';
import { NEW } from './kind.ts';
import { isKindName, type KindName } from './kinds.ts';

/** An entry as the browser's storage has it, under a key of its own. */
export const StoredEntry = v.object({
  id: v.string(),
  /** Grows with each change: of two copies the one with the higher is newer. */
  rev: v.number(),
  /** Who writes it, and who must be signed in when it is sent. */
  uid: v.string(),
  /** What it is submitted as; while it is typed, what it began as. */
  kind: v.custom<KindName>(isKindName),
  place: v.string(),
  ...Typed.entries,
  /** What it replaces; null for a new thought, and for a refused text, which replaces whatever is stored. */
  base: v.nullable(v.object({ text: v.string(), version: v.number() })),
  state: v.picklist(['typed', 'unsent', 'acknowledged']),
  /** The page it is typed on: while that lives, no other shows or continues the text, and a refused one returns there. */
  page: v.string(),
  /** When its typing began, and once it is submitted its place in the order, in ms. */
  at: v.number(),
  /** Once it is acknowledged, where it stands among all changes. */
  mark: v.optional(v.string()),
  /** How often something other than the backend has answered it while others passed, and since when (ms). */
  blocked: v.optional(v.object({ times: v.number(), since: v.number() })),
});
export type StoredEntry = v.InferOutput<typeof StoredEntry>;

/** What a person writes, from its first key until the lists show it: a plain value, never changed in place. */
export interface Entry extends StoredEntry {
  /** Whether it is in an open field of this page; never stored. */
  isOpen: boolean;
}

export type Entries = readonly Entry[];

/** Who writes an entry, where and when, and the id that it gets if it is new. */
export interface Writer extends Pick<Entry, 'uid' | 'page'> {
  now: number;
  newID: string;
}

/** What an open place begins with. */
export function newEntry(
  place: string,
  base: Base | null,
  { uid, page, now, newID }: Writer,
): Entry {
  return {
    id: newID,
    rev: 0,
    uid,
    kind: place === NEW ? 'add' : 'edit',
    place,
    text: base?.text ?? '',
    base,
    state: 'typed',
    page,
    at: now,
    isOpen: true,
  };
}

/** An entry after a change, of which other pages see that it is newer. */
export function changed(entry: Entry, change: Partial<Entry>): Entry {
  return { ...entry, ...change, rev: entry.rev + 1 };
}

export function without(entries: Entries, ...dropped: readonly (Entry | undefined)[]): Entries {
  return entries.filter((entry) => !dropped.includes(entry));
}

/** Whether nothing differs from what it began with, so that there is nothing to keep. */
export function isUntouched({ state, text, base }: StoredEntry): boolean {
  return state === 'typed' && text === (base?.text ?? '');
}

/** Whether a waiting text is offered over this base. */
export function isCurrent({ base }: Pick<Entry, 'base'>, now: Base | null): boolean {
  return base === null || base.text === now?.text;
}

/** Whether it is the text of a refused edit, which opens its card and replaces whatever is stored. */
export function isRefused({ state, place, base }: StoredEntry): boolean {
  return state === 'typed' && place !== NEW && base === null;
}

/** Whether an entry was written over the text of another one of its thought. */
export function isBasedOn(entry: Entry, { place, text }: Pick<Entry, 'place' | 'text'>): boolean {
  return entry.place === place && entry.base?.text === text;
}

/** In the order asked for. */
export function unsentOf(entries: Entries): Entry[] {
  return inOrder(entries.filter(({ state }) => state === 'unsent'));
}

/** In the order asked for, which a page that reads them from the storage finds nowhere else. */
export function acknowledgedOf(entries: Entries): Entry[] {
  return inOrder(entries.filter(({ state }) => state === 'acknowledged'));
}

function inOrder(entries: Entries): Entry[] {
  return entries.toSorted((a, b) => a.at - b.at);
}

export function openAt(entries: Entries, place: string): Entry | undefined {
  return entries.find((entry) => entry.isOpen && entry.place === place);
}

/** The entry in the card that is in edit mode. */
export function openCard(entries: Entries): Entry | undefined {
  return entries.find(({ isOpen, place }) => isOpen && place !== NEW);
}
