import type { Auth } from 'firebase/auth';
import {
  getDoc,
  runTransaction,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
} from 'firebase/firestore/lite';
import { Problem, problemCodeOf, type ProblemCode } from '#shared/problem.ts';
import { requireText } from '#shared/thought.ts';
import type { Writes } from '#client/backend/backend.ts';
import { untilAborted } from './abort.ts';
import { requireUser } from './firebase-account.ts';
import { asProblem } from './firebase-problem.ts';
import { thoughtAt, tombstoneAt } from './thought-document.ts';
import {
  prepareAdd,
  prepareDelete,
  prepareEdit,
  type Author,
  type Write,
} from './thought-transactions.ts';

/** The caller has a back-off of its own, and each attempt costs a read: once more is for a contest. */
const MAX_ATTEMPTS = 2;

/**
 * The three writes. Each is a transaction: unlike the SDK's plain writes it settles offline, keeps
 * no queue of its own beside the caller's, and shows nothing before the server has accepted it.
 */
export function createThoughtWrites(auth: Auth, firestore: Firestore): Writes {
  /** The service has refused the last token, which may be good by this computer's clock. */
  let isTokenRefused = false;
  const findAuthor = async (): Promise<Author> => {
    const author = await authorFields(auth, isTokenRefused);
    isTokenRefused = false;
    return author;
  };
  const send = async (commitment: Commit): Promise<void> => {
    try {
      await commit(firestore, commitment);
    } catch (error) {
      isTokenRefused = problemCodeOf(error) === 'signed-out';
      throw error;
    }
  };
  return {
    addThought: ({ textID, text }, signal) =>
      untilAborted(signal, async () => {
        requireText(text);
        const write = prepareAdd(firestore, { textID, text, author: await findAuthor() });
        await send({ write, signal, tombstones: { textID, own: 'not-found', others: 'conflict' } });
      }),
    editThought: (edit, signal) =>
      untilAborted(signal, async () => {
        requireText(edit.text);
        const { uID } = await findAuthor();
        await send({ write: prepareEdit(firestore, uID, edit), signal });
      }),
    deleteThought: (textID, signal) =>
      untilAborted(signal, async () => {
        const { uID } = await findAuthor();
        const write = prepareDelete(firestore, uID, textID);
        await send({ write, signal, tombstones: { textID, own: 'done', others: 'not-found' } });
      }),
  };
}

interface Tombstones {
  textID: string;
  /** What a write comes to that the person's own tombstone keeps out. */
  own: ProblemCode | 'done';
  /** What one is refused with that another person's tombstone keeps out. */
  others: ProblemCode;
}

interface Commit {
  write: Write;
  signal: AbortSignal;
  tombstones?: Tombstones;
}

async function commit(firestore: Firestore, { write, signal, tombstones }: Commit): Promise<void> {
  let hasRead = false;
  try {
    await runTransaction(
      firestore,
      async (transaction) => {
        hasRead = false;
        const carryOut = await write(transaction);
        hasRead = true;
        signal.throwIfAborted();
        carryOut();
      },
      { maxAttempts: MAX_ATTEMPTS },
    );
  } catch (error) {
    const problem = asProblem(error);
    // Where not even reading is allowed, no tombstone is what keeps the write out.
    const mayBeDeleted = hasRead && problemCodeOf(problem) === 'forbidden';
    if (tombstones === undefined || !mayBeDeleted) throw problem;
    await explainRefusal(firestore, tombstones, problem);
  }
}

/** Rules refuse without a reason: where a tombstone is it, says so. */
async function explainRefusal(
  firestore: Firestore,
  { textID, own, others }: Tombstones,
  refusal: unknown,
): Promise<void> {
  const tombstone = await findTombstone(firestore, textID);
  if (tombstone === 'none') throw refusal;
  const outcome = tombstone === 'own' ? own : others;
  if (outcome !== 'done') throw new Problem(outcome, { cause: refusal });
}

async function findTombstone(
  firestore: Firestore,
  textID: string,
): Promise<'own' | "another's" | 'none'> {
  const tombstone = await readOrRefused(tombstoneAt(firestore, textID));
  if (tombstone !== 'refused') return tombstone.exists() ? 'own' : 'none';
  // Unless by now nothing at all may be read.
  const thought = await readOrRefused(thoughtAt(firestore, textID));
  return thought === 'refused' ? 'none' : "another's";
}

async function readOrRefused(document: DocumentReference): Promise<DocumentSnapshot | 'refused'> {
  try {
    return await getDoc(document);
  } catch (error) {
    const problem = asProblem(error);
    if (problemCodeOf(problem) === 'forbidden') return 'refused';
    throw problem;
  }
}

/**
 * The author's fields as the token has them: what the rules compare with. Edits and deletes ask for
 * them, too: this renews a token that runs out, and where that fails the SDK's transaction would
 * never settle. `isRenewed` renews it in any case: the small client never does so by itself.
 */
async function authorFields(auth: Auth, isRenewed: boolean): Promise<Author> {
  const user = await requireUser(auth);
  try {
    const { claims } = await user.getIdTokenResult(isRenewed);
    return { uID: user.uid, uName: asText(claims['name']), uProfile: asText(claims['picture']) };
  } catch (error) {
    throw asProblem(error);
  }
}

function asText(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
