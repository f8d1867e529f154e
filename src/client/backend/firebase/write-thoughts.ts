import type { Auth } from 'firebase/auth';
import {
  runTransaction,
  serverTimestamp,
  type Firestore,
  type Transaction,
} from 'firebase/firestore';
import { Problem } from '#shared/problem.ts';
import { textFault } from '#shared/thought.ts';
import type { Backend } from '#client/backend/backend.ts';
import { requireUser } from './firebase-account.ts';
import { asProblem } from './firebase-problem.ts';
import { thoughtAt, thoughtOf } from './thought-document.ts';

type Writes = Pick<Backend, 'addThought' | 'editThought' | 'deleteThought'>;

/**
 * The three writes. Each is a transaction: unlike the SDK's plain writes it settles offline, keeps
 * no queue of its own beside the caller's, and shows nothing before the server has accepted it.
 */
export function createThoughtWrites(auth: Auth, firestore: Firestore): Writes {
  const transact = async (task: (transaction: Transaction) => Promise<void>): Promise<void> => {
    try {
      await runTransaction(firestore, task);
    } catch (error) {
      throw asProblem(error);
    }
  };

  return {
    addThought: async (textID, text) => {
      requireText(text);
      const author = await authorFields(auth);
      const document = thoughtAt(firestore, textID);
      await transact(async (transaction) => {
        const known = await transaction.get(document);
        if (!known.exists()) {
          transaction.set(document, { ...author, text, createdAt: serverTimestamp() });
          return;
        }
        const thought = thoughtOf(known);
        if (thought?.uID !== author.uID || thought.text !== text) throw new Problem('conflict');
      });
    },
    editThought: async (textID, text) => {
      requireText(text);
      await requireUser(auth);
      const document = thoughtAt(firestore, textID);
      await asOwner(transact(async (transaction) => void transaction.update(document, { text })));
    },
    deleteThought: async (textID) => {
      await requireUser(auth);
      const document = thoughtAt(firestore, textID);
      await asOwner(
        transact(async (transaction) => {
          const known = await transaction.get(document);
          if (known.exists()) transaction.delete(document);
        }),
      );
    },
  };
}

function requireText(text: string): void {
  const fault = textFault(text);
  if (fault !== null) throw new Problem(fault);
}

/** The author's fields as the token tells them: what the rules compare with. */
async function authorFields(auth: Auth): Promise<{ uID: string; uName: string; uProfile: string }> {
  const user = await requireUser(auth);
  try {
    const { claims } = await user.getIdTokenResult();
    return { uID: user.uid, uName: asText(claims['name']), uProfile: asText(claims['picture']) };
  } catch (error) {
    throw asProblem(error);
  }
}

function asText(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** The rules refuse without a reason; to who isn't the author, a thought is one that isn't there. */
async function asOwner(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'forbidden') throw error;
    throw new Problem('not-found', { cause: error });
  }
}
