import { isBlank } from '#shared/thought.ts';
import type { Base } from '#client/backend/backend.ts';
import {
  changed,
  isBasedOn,
  isCurrent,
  isRefused,
  isUntouched,
  newEntry,
  openAt,
  openCard,
  unsentOf,
  without,
  type Entries,
  type Entry,
  type StoredEntry,
  type Writer,
} from './entry.ts';
import { NEW } from './kind.ts';
import { kindOf } from './kinds.ts';
import { compare, merge, type Comparison } from './merge.ts';

/**
 * What happens to the entries of one person, as one of their pages sees it. A place is the add dialog (`NEW`) or a
 * thought's id.
 *
 *                 | open here           | waiting              | unsent                | acknowledged
 *     ------------+---------------------+----------------------+-----------------------+------------------
 *     opened      | stays               | opens over the same  |                       |
 *                 |                     | text, else is gone   |                       |
 *     typed       | has the text        | opens, has the text  |                       |
 *     left        | waits, or is gone   |                      |                       |
 *                 | if untouched        |                      |                       |
 *     cancelled   | is gone             |                      |                       |
 *     put back    | waits               | opens if it has the  |                       |
 *                 |                     | text                 |                       |
 *     submitted   | is unsent           |                      | is gone if overtaken  |
 *     acknowledged|                     |                      | is acknowledged       |
 *     refused     |                     |                      | waits over whatever is|
 *                 |                     |                      | stored, or is gone if |
 *                 |                     |                      | another is based on it|
 *     blocked     |                     |                      | counts, then as       |
 *                 |                     |                      | refused               |
 *     removed     | waits in the dialog | waits in the dialog  |                       |
 *     listed      |                     |                      |                       | is gone
 *     stored      | is given up if      | is the newer copy,   | is the newer copy,    | stays
 *                 | continued elsewhere | or gone if erased    | or gone if erased     |
 *     synced      | stays if written    | stays if written     | stays if written      | stays
 *                 | here                | here                 | here                  |
 *
 * Opened, typed, put back and submitted make an entry where there is none. A text that waits on a page that lives is
 * that page's alone; of a page that is gone, it is everybody's.
 */
export type WritingEvent =
  | { type: 'opened'; place: string; base: Base | null }
  | { type: 'typed'; place: string; base: Base | null; text: string }
  | { type: 'left'; place: string; base: Base | null }
  | { type: 'cancelled'; place: string }
  /** A text takes the place of what is open in the dialog. */
  | { type: 'put back'; text: string }
  /** What is open at `place` is submitted as `write`. */
  | { type: 'submitted'; place: string; write: Pick<Entry, 'kind' | 'place' | 'text' | 'base'> }
  | { type: 'acknowledged'; id: string; mark: string }
  | { type: 'refused'; id: string; reason: unknown }
  /** Something other than the backend has answered, while it answers others. */
  | { type: 'blocked'; id: string; reason: unknown }
  /** The thought at a place was deleted, so that its card is gone. */
  | { type: 'removed'; place: string }
  | { type: 'listed'; ids: readonly string[] }
  /** Other pages have changed these entries in the storage, and erased those: all that is known of at once. */
  | { type: 'stored'; changes: readonly StoredEntry[]; erased: readonly string[] }
  /** All of the storage was looked at: changes may have been missed, or it was cleared. */
  | ({ type: 'synced' } & Comparison)
  | { type: 'page gone' };

/** All that the reducer may ask; `newID` serves one event. */
export interface Context extends Writer {
  /** Other pages that are gone. */
  gone: ReadonlySet<string>;
}

/** How often, and for how long (ms), something else may answer a write before that counts as a refusal. */
const BLOCKED_TIMES = 5;
const BLOCKED_MS = 180_000;

/** The entries after an event. Pure: an entry that did not change is the same object. */
export function reduce(entries: Entries, context: Context, event: WritingEvent): Entries {
  return openRefused(after(entries, context, event), context);
}

function after(entries: Entries, context: Context, event: WritingEvent): Entries {
  switch (event.type) {
    case 'opened':
      return open(entries, context, event);
    case 'typed':
      return type(open(entries, context, event), context, event);
    case 'left':
      return leave(entries, event.place, event.base);
    case 'cancelled':
      return without(entries, openAt(entries, event.place));
    case 'put back':
      return putBack(entries, context, event.text);
    case 'submitted':
      return submit(entries, context, event);
    case 'acknowledged':
      return changeUnsent(entries, event.id, { state: 'acknowledged', mark: event.mark });
    case 'refused':
      return refuse(entries, event.id, event.reason);
    case 'blocked':
      return block(entries, context, event);
    case 'removed':
      return moveToDialog(entries, context, event.place);
    case 'listed':
      return entries.filter(({ id }) => !event.ids.includes(id));
    case 'stored':
      return merge(entries, context, event);
    case 'synced':
      return compare(entries, context, event);
    case 'page gone':
      return entries;
  }
}

/** What was typed on this page, or on one that is gone, the newest first. */
export function typedHere(
  entries: Entries,
  { page, gone }: Pick<Context, 'page' | 'gone'>,
): Entry[] {
  return entries
    .filter((entry) => entry.state === 'typed' && (entry.page === page || gone.has(entry.page)))
    .toSorted((a, b) => b.at - a.at);
}

function open(
  entries: Entries,
  context: Context,
  { place, base }: { place: string; base: Base | null },
): Entries {
  if (openAt(entries, place)) return entries;
  const other = openCard(entries);
  // One card is in edit mode at a time.
  const left = place !== NEW && other ? leave(entries, other.place, null) : entries;
  const typed = typedHere(left, context).filter((entry) => entry.place === place);
  const current = typed.find((entry) => isCurrent(entry, base));
  if (current) return left.map((entry) => (entry === current ? { ...entry, isOpen: true } : entry));
  // Texts over another base are never offered again.
  return [...without(left, ...typed), newEntry(place, base, context)];
}

function type(
  entries: Entries,
  { page }: Context,
  { place, text }: { place: string; text: string },
): Entries {
  const typed = openAt(entries, place);
  return entries.map((entry) => (entry === typed ? changed(entry, { text, page }) : entry));
}

function leave(entries: Entries, place: string, base: Base | null): Entries {
  const entry = openAt(entries, place);
  if (!entry || isUntouched(entry)) return without(entries, entry);
  const closed = { ...entry, isOpen: false };
  // From now on a refused text waits over what its writer has seen.
  const next = base && isRefused(entry) ? changed(closed, { base }) : closed;
  return entries.map((one) => (one === entry ? next : one));
}

function putBack(entries: Entries, context: Context, text: string): Entries {
  const left = leave(entries, NEW, null);
  const drafts = typedHere(left, context).filter(({ place }) => place === NEW);
  const waiting = drafts.find((entry) => entry.text === text);
  if (!waiting) return [...left, changed(newEntry(NEW, null, context), { text })];
  return left.map((entry) => (entry === waiting ? { ...entry, isOpen: true } : entry));
}

function submit(
  entries: Entries,
  context: Context,
  { place, write }: Extract<WritingEvent, { type: 'submitted' }>,
): Entries {
  const typed = openAt(entries, place) ?? newEntry(place, null, context);
  const unsent = unsentOf(entries);
  const isOvertaken = (entry: Entry): boolean =>
    kindOf(write).overtakes === true && entry.place === write.place;
  // Times are unique, so that the order is total.
  const later = entries.filter(({ state }) => state !== 'typed').map((entry) => entry.at + 1);
  const at = Math.max(context.now, ...later);
  const { page } = context;
  return [
    ...without(entries, typed, ...unsent.filter(isOvertaken)),
    changed(typed, { ...write, state: 'unsent', page, at, isOpen: false }),
  ];
}

function changeUnsent(entries: Entries, id: string, change: Partial<Entry>): Entries {
  return entries.map((entry) =>
    entry.id === id && entry.state === 'unsent' ? changed(entry, change) : entry,
  );
}

/** Drops an entry with what was written over it, and gives the last texts of these back, over whatever is stored. */
function refuse(entries: Entries, id: string, reason: unknown): Entries {
  const unsent = unsentOf(entries);
  const refused = unsent.find((entry) => entry.id === id);
  if (!refused) return entries;
  const chain = [refused];
  for (const entry of unsent) if (chain.some((one) => isBasedOn(entry, one))) chain.push(entry);
  const place = kindOf(refused).returnsTo(refused, reason, chain.length === 1);
  return entries.flatMap((entry) => {
    const index = chain.indexOf(entry);
    if (index === -1) return [entry];
    const isLast = !chain.slice(index + 1).some((later) => isBasedOn(later, entry));
    if (place === null || !isLast) return [];
    return [changed(entry, { place, state: 'typed', base: null, blocked: undefined })];
  });
}

function block(
  entries: Entries,
  { now }: Context,
  { id, reason }: Extract<WritingEvent, { type: 'blocked' }>,
): Entries {
  const { times = 0, since = now } = entries.find((entry) => entry.id === id)?.blocked ?? {};
  const isOver = times + 1 >= BLOCKED_TIMES && now - since >= BLOCKED_MS;
  if (isOver) return refuse(entries, id, reason);
  return changeUnsent(entries, id, { blocked: { times: times + 1, since } });
}

/** Hands what was typed into a removed card over to the add dialog. */
function moveToDialog(entries: Entries, context: Context, place: string): Entries {
  const typed = typedHere(entries, context).filter((entry) => entry.place === place);
  return entries.flatMap((entry) => {
    if (!typed.includes(entry)) return [entry];
    if (isBlank(entry.text) || isUntouched(entry)) return [];
    return [changed(entry, { place: NEW, base: null, isOpen: false })];
  });
}

/** Opens the card of a refused text, unless something was typed over it, which then stands in for it. */
function openRefused(entries: Entries, context: Context): Entries {
  let next = entries;
  for (const refused of typedHere(entries, context).filter(isRefused)) {
    const over = typedHere(next, context).filter((entry) => isBasedOn(entry, refused));
    if (over.length > 0) {
      next = without(next, refused).map((entry) =>
        over.includes(entry) ? changed(entry, { base: null }) : entry,
      );
    }
    const { id } = over.at(-1) ?? refused;
    if (openCard(next)) continue;
    next = next.map((entry) => (entry.id === id ? { ...entry, isOpen: true } : entry));
  }
  return next;
}
