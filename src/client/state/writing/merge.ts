import {
  changed,
  isUntouched,
  newEntry,
  without,
  type Entries,
  type Entry,
  type StoredEntry,
  type Writer,
} from './entry.ts';
import { NEW } from './kind.ts';

/** What a look at all of the storage found. */
export interface Comparison {
  /** The ids that are there. */
  present: ReadonlySet<string>;
  /** The entries that have changed there. */
  changes: readonly StoredEntry[];
  /** The name that this page had at the last look. */
  before: string;
}

/** Takes in what other pages have changed and erased. */
export function merge(
  entries: Entries,
  context: Writer,
  { changes, erased }: { changes: readonly StoredEntry[]; erased: readonly string[] },
): Entries {
  const adopted = changes.reduce((next, stored) => adopt(next, context, stored), entries);
  return giveUp(adopted, context, ({ id }) => erased.includes(id));
}

/**
 * Takes in what a look at all of the storage found. What is missing there was ended by another page, but what this
 * one has written was lost with a cleared storage: it stays, and is stored again.
 */
export function compare(
  entries: Entries,
  context: Writer,
  { present, changes, before }: Comparison,
): Entries {
  const { page } = context;
  // A page that was kept in the history has a new name: others may have continued its texts.
  const erased = entries
    .filter((entry) => !present.has(entry.id) && !isUntouched(entry) && entry.page !== page)
    .map(({ id }) => id);
  return merge(entries, context, { changes, erased }).map((entry) =>
    before !== page && entry.page === before ? changed(entry, { page }) : entry,
  );
}

/** Takes another page's copy of an entry, if it is not older than the one known here. */
function adopt(entries: Entries, context: Writer, stored: StoredEntry): Entries {
  const known = entries.find(({ id }) => id === stored.id);
  if (!known) return [...entries, { ...stored, isOpen: false }];
  // An older copy is overwritten.
  if (stored.rev < known.rev) {
    return entries.map((entry) => (entry === known ? { ...entry } : entry));
  }
  const isHere = stored.page === known.page && stored.place === known.place;
  const isContinued = stored.state !== 'typed' || !isHere;
  const next = { ...stored, isOpen: known.isOpen && !isContinued };
  const replaced = entries.map((entry) => (entry === known ? next : entry));
  if (!known.isOpen || !isContinued) return replaced;
  if (known.page !== context.page || isUntouched(known)) {
    return reopenDialog(replaced, context, known);
  }
  // Two pages have continued it at once: it becomes two texts.
  return [...replaced, changed(known, { id: context.newID })];
}

/** Drops entries that another page has ended; an acknowledged one stays until this page's lists have it. */
function giveUp(entries: Entries, context: Writer, isEnded: (entry: Entry) => boolean): Entries {
  const ended = entries.filter((entry) => entry.state !== 'acknowledged' && isEnded(entry));
  const left = without(entries, ...ended);
  return ended.reduce((next, entry) => reopenDialog(next, context, entry), left);
}

/** The dialog stays open when its text was continued elsewhere. */
function reopenDialog(entries: Entries, context: Writer, { isOpen, place }: Entry): Entries {
  return isOpen && place === NEW ? [...entries, newEntry(NEW, null, context)] : entries;
}
