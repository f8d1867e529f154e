import type { Auth } from 'firebase/auth';
import {
  doc,
  runTransaction,
  writeBatch,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase/firestore/lite';
import { pause } from '#shared/backoff.ts';
import { Problem, problemCodeOf } from '#shared/problem.ts';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import type { Authored } from '#client/backend/backend.ts';
import { requireAuthor, type AuthorFields } from './account.ts';
import { throwProblem } from './problem.ts';

/** The caller has its own back-off, and each attempt costs a read; the second is for contention. */
const MAX_ATTEMPTS = 2;

/** Where the rules look for a person's last add, under their uid. */
const LAST_ADDS = 'Last-Adds';
/** Milliseconds after which a paced person may add again, and a little more. */
const PACE_MS = 1_100;
/** After so many tries an add was not too early, but is refused. */
const MAX_TOO_EARLY = 50;

type Target = Authored & { textID: string };

/** What is to be stored together: by a transaction, or by a batch, which reads nothing. */
interface Changes {
  set: (target: DocumentReference, fields: DocumentData) => unknown;
  update: (target: DocumentReference, fields: DocumentData) => unknown;
  delete: (target: DocumentReference) => unknown;
}

/** One try of a write, and what it may look at. */
export interface Attempt extends ReturnType<typeof documentsOf> {
  changes: Changes;
  author: AuthorFields;
  /** What is stored of the thought; an add looks it up after a refusal only. */
  stored: DocumentSnapshot | null;
  /** Whose tombstone is in the grave; only looked up after a refusal, as it costs a read. */
  tombstone: 'none' | 'own' | "another's";
}

export interface WritesOptions {
  auth: Auth;
  firestore: Firestore;
  arePaced: boolean;
}

/** Returns what carries out a write: once, and where the rules refuse that, with a look at what is stored. */
export function createSend({ auth, firestore, arePaced }: WritesOptions) {
  /** Whether the service has refused the last token, though it may be valid by this computer's clock. */
  let isTokenRefused = false;
  const { orTooEarly, forget } = createPacing();

  return async (
    { author: uid, textID }: Target,
    signal: AbortSignal,
    { write, isBlind = false }: { write: (attempt: Attempt) => void; isBlind?: boolean },
  ): Promise<void> => {
    const author = await requireAuthor(auth, uid, isTokenRefused);
    const documents = documentsOf(firestore, textID, arePaced ? uid : null);
    const { target, grave } = documents;
    /** A transaction would wait for a timer first, while the page draws. */
    const attemptBlindly = async (): Promise<void> => {
      signal.throwIfAborted();
      const changes = writeBatch(firestore);
      write({ changes, author, ...documents, stored: null, tombstone: 'none' });
      await changes.commit().catch(throwProblem);
    };
    const attempt = (isRefused: boolean): Promise<void> =>
      runTransaction(
        firestore,
        async (changes) => {
          const stored = await changes.get(target);
          const tombstone = isRefused ? await readTombstone(changes, grave) : 'none';
          signal.throwIfAborted();
          write({ changes, author, ...documents, stored, tombstone });
        },
        { maxAttempts: MAX_ATTEMPTS },
      ).catch(throwProblem);
    try {
      isTokenRefused = false;
      await (isBlind ? attemptBlindly() : attempt(false));
    } catch (error) {
      isTokenRefused = problemCodeOf(error) === 'signed-out';
      if (problemCodeOf(error) !== 'forbidden') throw error;
      // The rules give no reason. The SDK sends the token of whoever is signed in by then.
      await requireAuthor(auth, uid, false);
      // Or the cause may be the same thought stored before, another add just before, or a tombstone.
      if (arePaced) await pause(PACE_MS);
      await attempt(true).catch((cause: unknown) => {
        throw arePaced && isBlind ? orTooEarly(cause, textID) : cause;
      });
    }
    forget(textID);
  };
}

/** Of several adds at once the rules take one a second: others are to be sent again, for some time. */
function createPacing() {
  /** How often each add was refused though nothing is stored under its id. */
  const refused = new Map<string, number>();
  return {
    orTooEarly: (cause: unknown, textID: string): unknown => {
      const times = (refused.get(textID) ?? 0) + 1;
      if (problemCodeOf(cause) !== 'forbidden' || times > MAX_TOO_EARLY) return cause;
      refused.set(textID, times);
      return new Problem('too-many-requests', { cause });
    },
    forget: (textID: string): unknown => refused.delete(textID),
  };
}

/** The documents of a write; also the author's last add, for a person whose adds are held apart. */
function documentsOf(firestore: Firestore, textID: string, paced: string | null) {
  return {
    target: doc(firestore, COLLECTION, textID),
    grave: doc(firestore, TOMBSTONES, textID),
    lastAdd: paced === null ? null : doc(firestore, LAST_ADDS, paced),
  };
}

async function readTombstone(
  transaction: Transaction,
  grave: DocumentReference,
): Promise<Attempt['tombstone']> {
  try {
    const tombstone = await transaction.get(grave).catch(throwProblem);
    return tombstone.exists() ? 'own' : 'none';
  } catch (error) {
    // Only its author may read a tombstone.
    if (problemCodeOf(error) === 'forbidden') return "another's";
    throw error;
  }
}
