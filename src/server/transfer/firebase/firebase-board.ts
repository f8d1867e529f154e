import type { Board } from '#server/transfer/board.ts';
import type { BoardRecord } from '#server/transfer/records.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import { COLLECTIONS, documentOf, recordOf, type KeptRecord } from './documents.ts';
import type { FirebaseSettings } from './firebase-settings.ts';
import { createFirestore, type Firestore } from './firestore.ts';
import { createGoogleCall } from './google-api.ts';

interface Services {
  accounts: Accounts;
  firestore: Firestore;
}

/**
 * A board on Firebase, past its rules: thoughts and the ids of deleted ones are Firestore's, people
 * are accounts, which are read a little before the rest. `tell` hears of each document that holds
 * nothing of a board, and is left out.
 */
export function createFirebaseBoard(
  settings: FirebaseSettings,
  tell: (sentence: string) => void,
): Board {
  const call = createGoogleCall(settings);
  const services = {
    accounts: createAccounts(settings, call),
    firestore: createFirestore(settings, call),
  };
  return { readAll: createReadAll(services, tell), add: createAdd(services) };
}

function createReadAll(
  { accounts, firestore }: Services,
  tell: (sentence: string) => void,
): Board['readAll'] {
  /** The records of a kind, as of `readTime` or, without one, of now; returns what time that is. */
  const readKind = async (
    kind: KeptRecord['kind'],
    readTime: string | null,
    each: (records: readonly KeptRecord[]) => void,
  ): Promise<string | null> => {
    let time = readTime;
    for await (const page of firestore.pages(COLLECTIONS[kind], readTime)) {
      const records = page.documents.flatMap((document) => {
        const record = recordOf(kind, document);
        if (record !== null) return [record];
        tell(`${COLLECTIONS[kind]}/${document.id} holds nothing of a board, and is left out.`);
        return [];
      });
      each(records);
      time = page.readTime;
    }
    return time;
  };

  return async (each) => {
    const people = await accounts.readAll();
    const eachKept = (records: readonly KeptRecord[]): void =>
      each(
        records.map((record) => ({ ...record, uID: people.get(record.uID)?.uid ?? record.uID })),
      );
    const readTime = await readKind('deleted', null, eachKept);
    each([...people.values()].toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b))));
    await readKind('thought', readTime, eachKept);
  };
}

function createAdd({ accounts, firestore }: Services): Board['add'] {
  const readAccountIDs = async (): Promise<Map<string, string>> => {
    const people = await accounts.readAll();
    return new Map([...people].map(([accountID, { uid }]) => [uid, accountID]));
  };
  /** The account of each uid that has one, once they were asked for. */
  let accountIDs: Promise<Map<string, string>> | null = null;

  return async (records) => {
    accountIDs ??= readAccountIDs();
    const known = await accountIDs;
    const people = records.filter((record) => record.kind === 'person');
    const strangers = people.filter(({ uid }) => !known.has(uid));
    await accounts.add(strangers);
    for (const { uid } of strangers) known.set(uid, uid);
    const kept = records.filter((record) => record.kind !== 'person');
    const documents = kept.map((record) => documentOf(record, known.get(record.uID) ?? record.uID));
    const made = await firestore.create(documents, Object.values(COLLECTIONS));
    const added = new Set<BoardRecord>([
      ...strangers,
      ...kept.filter(({ textID }) => made.has(textID)),
    ]);
    return records.map((record) => added.has(record));
  };
}

function bytesOf({ uid }: { uid: string }): Buffer {
  return Buffer.from(uid);
}
