import type { Auth } from 'firebase/auth';
import {
  doc,
  runTransaction,
  serverTimestamp,
  type Firestore,
  type Transaction,
} from 'firebase/firestore/lite';
import { Problem, problemCodeOf } from '#shared/problem.ts';
import { COLLECTION, requireText, TOMBSTONES, type Thought } from '#shared/thought.ts';
import type { Edit, Writes } from '#client/backend/backend.ts';
import { requireAuthor, type AuthorFields } from './account.ts';
import { thoughtOf } from './document.ts';
import { throwProblem } from './problem.ts';

/** The caller has its own back-off, and each attempt costs a read; the second is for contention. */
const MAX_ATTEMPTS = 2;

interface Attempt {
  firestore: Firestore;
  transaction: Transaction;
  author: AuthorFields;
  isRefused: boolean;
}

type Write = (attempt: Attempt) => Promise<() => void>;

const NOTHING = (): void => {};

/** Each write is a transaction: it settles offline, and shows nothing before the server has it. */
export function createThoughtWrites(auth: Auth, firestore: Firestore): Writes {
  /** Whether the service has refused the last token, though it may be valid by this computer's clock. */
  let isTokenRefused = false;

  const send = async (write: Write, signal: AbortSignal): Promise<void> => {
    const author = await requireAuthor(auth, isTokenRefused);
    const attempt = (isRefused: boolean): Promise<void> =>
      runTransaction(
        firestore,
        async (transaction) => {
          const carryOut = await write({ firestore, transaction, author, isRefused });
          signal.throwIfAborted();
          carryOut();
        },
        { maxAttempts: MAX_ATTEMPTS },
      ).catch(throwProblem);
    try {
      isTokenRefused = false;
      await attempt(false);
    } catch (error) {
      isTokenRefused = problemCodeOf(error) === 'signed-out';
      if (problemCodeOf(error) !== 'forbidden') throw error;
      // The rules give no reason: the cause may be a tombstone.
      await attempt(true);
    }
  };
  const begin = (signal: AbortSignal, write: Write): Promise<void> =>
    untilAborted(signal, () => send(write, signal));
  return {
    addThought: (thought, signal) => begin(signal, (attempt) => add(attempt, thought)),
    editThought: (change, signal) => begin(signal, (attempt) => edit(attempt, change)),
    deleteThought: (textID, signal) => begin(signal, (attempt) => remove(attempt, textID)),
  };
}

async function add(
  attempt: Attempt,
  { textID, text }: Pick<Thought, 'textID' | 'text'>,
): Promise<() => void> {
  requireText(text);
  const { firestore, transaction, author } = attempt;
  const document = doc(firestore, COLLECTION, textID);
  const stored = await transaction.get(document);
  if (stored.exists()) {
    const thought = thoughtOf(stored);
    if (thought?.uID !== author.uID || thought.text !== text) throw new Problem('conflict');
    return NOTHING;
  }
  const tombstone = await findTombstone(attempt, textID);
  if (tombstone !== 'none') throw new Problem(tombstone === 'own' ? 'not-found' : 'conflict');
  const fields = { ...author, text, createdAt: serverTimestamp() };
  return () => void transaction.set(document, fields);
}

async function edit(
  { firestore, transaction, author }: Attempt,
  { textID, text, base }: Edit,
): Promise<() => void> {
  requireText(text);
  const document = doc(firestore, COLLECTION, textID);
  const stored = await transaction.get(document);
  const thought = stored.exists() ? thoughtOf(stored) : null;
  if (thought?.uID !== author.uID) throw new Problem('not-found');
  if (thought.text === text) return NOTHING;
  if (thought.text !== base.text) throw new Problem('conflict');
  return () => void transaction.update(document, { text });
}

async function remove(attempt: Attempt, textID: string): Promise<() => void> {
  const { firestore, transaction, author } = attempt;
  const document = doc(firestore, COLLECTION, textID);
  const stored = await transaction.get(document);
  if (stored.exists() && stored.get('uID') !== author.uID) throw new Problem('not-found');
  const tombstone = await findTombstone(attempt, textID);
  if (tombstone === "another's") throw new Problem('not-found');
  if (tombstone === 'own') return NOTHING;
  const fields = { uID: author.uID, deletedAt: serverTimestamp() };
  return () => {
    if (stored.exists()) transaction.delete(document);
    transaction.set(doc(firestore, TOMBSTONES, textID), fields);
  };
}

/** Whose tombstone an id has; only looked up after a refusal, as it costs a read. */
async function findTombstone(
  { firestore, transaction, isRefused }: Attempt,
  textID: string,
): Promise<'none' | 'own' | "another's"> {
  if (!isRefused) return 'none';
  try {
    const tombstone = await transaction.get(doc(firestore, TOMBSTONES, textID)).catch(throwProblem);
    return tombstone.exists() ? 'own' : 'none';
  } catch (error) {
    // Only its author may read a tombstone.
    if (problemCodeOf(error) === 'forbidden') return "another's";
    throw error;
  }
}

async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  return Promise.race([work(), promise]);
}
