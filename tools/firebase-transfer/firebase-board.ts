import type { BoardRecord, MovableBoard } from '#server/operator/records.ts';
import { createAccounts } from './accounts.ts';
import { createFirestore, type KeptRecord } from './firestore.ts';
import { createGoogleCall, type FirebaseSettings } from './google-api.ts';

/** A board on Firebase, past its rules; `warn` hears of what is left out, and of who can't sign in. */
export function createFirebaseBoard(
  settings: FirebaseSettings,
  warn: (sentence: string) => void,
): MovableBoard {
  const call = createGoogleCall(settings);
  const accounts = createAccounts(settings, call);
  const firestore = createFirestore(settings, call);
  let accountIDs: Promise<Map<string, string>> | null = null;

  return {
    count: async () => null,
    readAll: async (each) => {
      const readTime = await firestore.now();
      // Only then, so that everybody is among them who had written something.
      const all = await accounts.readAll();
      const uids = new Map(all.map(({ accountID, person }) => [accountID, person.uid]));
      const readKind = async (kind: KeptRecord['kind']): Promise<void> => {
        for await (const page of firestore.pages(kind, { readTime, warn })) {
          each(page.map((record) => ({ ...record, uID: uids.get(record.uID) ?? record.uID })));
        }
      };
      await readKind('deleted');
      // Two accounts of one person are one: the later counts, which is Google's.
      const people = new Map(all.map(({ person }) => [person.uid, person]));
      each(
        [...people.values()].toSorted((a, b) =>
          Buffer.compare(Buffer.from(a.uid), Buffer.from(b.uid)),
        ),
      );
      await readKind('thought');
    },
    add: async (records) => {
      accountIDs ??= accounts.readIDs();
      const known = await accountIDs;
      const strangers = records
        .filter((record) => record.kind === 'person')
        .filter(({ uid }) => {
          const isStranger = !known.has(uid);
          if (isStranger) known.set(uid, uid);
          return isStranger;
        });
      for (const { uid } of await accounts.add(strangers)) {
        warn(`Nobody can sign in as ${uid}: they have no verified e-mail that is theirs alone.`);
      }
      const kept = records.filter((record) => record.kind !== 'person');
      const documents = new Map(
        kept.map((record) => [record, { ...record, uID: known.get(record.uID) ?? record.uID }]),
      );
      const made = await firestore.create([...documents.values()]);
      const added = new Set<BoardRecord>(strangers);
      for (const [record, document] of documents) if (made.has(document)) added.add(record);
      return records.map((record) => added.has(record));
    },
  };
}
