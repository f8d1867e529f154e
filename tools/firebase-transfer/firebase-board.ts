import type { BoardRecord, MovableBoard } from '#server/operator/records.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import {
  COLLECTIONS,
  createFirestore,
  documentOf,
  recordOf,
  type Firestore,
  type KeptRecord,
} from './firestore.ts';
import { createGoogleCall, type FirebaseSettings } from './google-api.ts';

interface Services {
  accounts: Accounts;
  firestore: Firestore;
  warn: (sentence: string) => void;
}

/**
 * A board on Firebase, past its rules: thoughts and the ids of deleted ones are Firestore's, people
 * are accounts. `warn` is called for each document that holds nothing of a board and is left out, and of each
 * person whose account nobody can sign in to.
 */
export function createFirebaseBoard(
  settings: FirebaseSettings,
  warn: (sentence: string) => void,
): MovableBoard {
  const call = createGoogleCall(settings);
  const services = {
    accounts: createAccounts(settings, call),
    firestore: createFirestore(settings, call),
    warn,
  };
  return { readAll: createReadAll(services), add: createAdd(services) };
}

function createReadAll({ accounts, firestore, warn }: Services): MovableBoard['readAll'] {
  return async (each) => {
    const readTime = await firestore.now();
    // Only then, so that everybody is among them who had written something.
    const all = await accounts.readAll();
    const uids = new Map(all.map(({ accountID, person }) => [accountID, person.uid]));
    const readKind = async (kind: KeptRecord['kind']): Promise<void> => {
      for await (const page of firestore.pages(COLLECTIONS[kind], readTime)) {
        const records = page.flatMap((document) => {
          const record = recordOf(kind, document);
          if (record !== null) return [{ ...record, uID: uids.get(record.uID) ?? record.uID }];
          warn(`${COLLECTIONS[kind]}/${document.id} holds nothing of a board, and is left out.`);
          return [];
        });
        each(records);
      }
    };
    await readKind('deleted');
    // Two accounts of one person are one: the later counts, which is Google's.
    const people = new Map(all.map(({ person }) => [person.uid, person]));
    each([...people.values()].toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b))));
    await readKind('thought');
  };
}

function createAdd({ accounts, firestore, warn }: Services): MovableBoard['add'] {
  /** The account of each uid: the one that was made under it, or the one it is of by now. */
  const readAccountIDs = async (): Promise<Map<string, string>> => {
    const all = await accounts.readAll();
    return new Map([
      ...all.map(({ accountID }) => [accountID, accountID] as const),
      ...all.map(({ accountID, person }) => [person.uid, accountID] as const),
    ]);
  };
  /** They are asked for once. */
  let accountIDs: Promise<Map<string, string>> | null = null;

  return async (records) => {
    accountIDs ??= readAccountIDs();
    const known = await accountIDs;
    const people = records.filter((record) => record.kind === 'person');
    const strangers = people.filter(({ uid }) => {
      const isStranger = !known.has(uid);
      if (isStranger) known.set(uid, uid);
      return isStranger;
    });
    for (const { uid } of await accounts.add(strangers)) {
      warn(`Nobody can sign in as ${uid}: they have no verified e-mail that is theirs alone.`);
    }
    const kept = records.filter((record) => record.kind !== 'person');
    const documents = new Map(
      kept.map((record) => [record, documentOf(record, known.get(record.uID) ?? record.uID)]),
    );
    const made = await firestore.create([...documents.values()]);
    const added = new Set<BoardRecord>(strangers);
    for (const [record, document] of documents) if (made.has(document)) added.add(record);
    return records.map((record) => added.has(record));
  };
}

function bytesOf({ uid }: { uid: string }): Buffer {
  return Buffer.from(uid);
}
