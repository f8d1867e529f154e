import { serverTimestamp } from 'firebase/firestore/lite';
import { newId } from '#shared/id.ts';
import { Problem } from '#shared/problem.ts';
import { requireText, typedOf, type Thought, type Typed } from '#shared/thought.ts';
import { isUnknown, type Edit, type Mark, type Writes } from '#client/backend/backend.ts';
import { thoughtOf } from './document.ts';
import { createSend, type Attempt, type WritesOptions } from './send-write.ts';

/**
 * Each write is one commit: it settles offline, and shows nothing before the server has it. `onStored` is told the
 * mark of each.
 */
export function createThoughtWrites(
  options: WritesOptions,
  onStored: (mark: Mark) => void,
): Writes {
  const send = createSend(options);
  const begin = async (mark: Mark, ...sent: Parameters<typeof send>): Promise<Mark> => {
    const [, signal] = sent;
    await untilAborted(signal, () => send(...sent));
    onStored(mark);
    return mark;
  };
  return {
    // The rules take no second thought under an id.
    addThought: (added, signal) =>
      begin(markOf({ kind: 'add', ...added }), added, signal, {
        write: (to) => add(to, typedOf(added)),
        isBlind: true,
      }),
    editThought: (change, signal) =>
      begin(markOf({ kind: 'edit', ...change }), change, signal, {
        write: (to) => edit(to, change),
      }),
    deleteThought: (deletion, signal) =>
      begin(markOf({ kind: 'delete', ...deletion, text: '' }), deletion, signal, { write: remove }),
  };
}

function add(attempt: Attempt, typed: Typed): void {
  const { changes, author, target, stored, lastAdd, tombstone } = attempt;
  requireText(typed.text);
  if (stored?.exists()) {
    const thought = thoughtOf(stored);
    if (thought?.uID !== author.uID || thought.text !== typed.text) throw new Problem('conflict');
    return;
  }
  if (tombstone !== 'none') throw new Problem(tombstone === 'own' ? 'not-found' : 'conflict');
  changes.set(target, { ...author, ...typed, createdAt: serverTimestamp() });
  if (lastAdd) changes.set(lastAdd, { textID: target.id, addedAt: serverTimestamp() });
}

function edit({ changes, author, target, stored }: Attempt, { text, base }: Edit): void {
  requireText(text);
  const thought = stored?.exists() ? thoughtOf(stored) : null;
  if (thought?.uID !== author.uID) throw new Problem('not-found');
  if (thought.text === text) return;
  if (thought.text !== base.text) throw new Problem('conflict');
  changes.update(target, { text });
}

function remove(attempt: Attempt): void {
  const { changes, author, target, stored, grave, tombstone } = attempt;
  const { uID } = author;
  const isOthers = stored?.exists() && stored.get('uID') !== uID;
  if (isOthers || tombstone === "another's") throw new Problem('not-found');
  // What was deleted may have come back, with a restored collection.
  if (stored?.exists()) changes.delete(target);
  if (tombstone === 'none') changes.set(grave, { uID, deletedAt: serverTimestamp() });
}

/** What a write has stored: Firestore numbers no changes, so that only what it did can be looked for in a list. */
interface Stored {
  kind: keyof typeof SHOWN;
  textID: string;
  text: string;
}

/** Whether a list that has this copy of the thought, or none, shows what a write of each kind has stored. */
const SHOWN = {
  add: (listed) => listed !== undefined,
  // An edited thought may lie beyond the list.
  edit: (listed, text) => listed === undefined || listed.text === text,
  delete: (listed) => listed === undefined,
} satisfies Record<string, (listed: Thought | undefined, text: string) => boolean>;

/** Of two edits that store the same, each has a mark of its own: a list remembers since when it is asked for one. */
export function markOf({ kind, textID, text }: Stored): Mark {
  return JSON.stringify({ kind, textID, text, id: newId() });
}

/** Whether a list shows what the write with this mark has stored. */
export function isListed(mark: Mark, thoughts: readonly Thought[]): boolean {
  if (isUnknown(mark)) return false;
  // Marks come from `markOf`, on this page or another one.
  const { kind, textID, text }: Stored = JSON.parse(mark);
  return SHOWN[kind](
    thoughts.find((thought) => thought.textID === textID),
    text,
  );
}

async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([work(), promise]).finally(() => signal.removeEventListener('abort', abort));
}
