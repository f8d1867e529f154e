import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { messageOf } from '#server/errors/error-message.ts';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import { PROJECT } from '#tools/firestore-emulator/emulator.ts';
import type { Addresses } from './hosting.ts';
import { callAsOwner } from './owner.ts';

/** So much of what was written (ms) is lost if this is killed. */
const SAVE_EVERY_MS = 10_000;
/** What Firestore takes in one commit. */
const MAX_WRITES = 500;
const ACCOUNTS = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
const DOCUMENTS = `/v1/projects/${PROJECT}/databases/(default)/documents`;

const Accounts = v.array(v.looseObject({ localId: v.string() }));
const Fields = v.record(v.string(), v.unknown());
const Document = v.object({ name: v.string(), fields: v.optional(Fields, {}) });
const Kept = v.object({ accounts: Accounts, documents: v.array(Document) });
const Found = v.array(v.object({ document: v.optional(Document) }));

/**
 * A board's accounts and documents in a file, between a stop and the next start. They are as the services answer
 * with them, so that either emulator takes over what the other left.
 */
export function createKeptBoard(folder: string, { auth, firestore }: Addresses) {
  const file = join(folder, 'board.json');
  let written = '';
  let saving: ReturnType<typeof setInterval> | undefined;

  const read = (): v.InferOutput<typeof Kept> => {
    if (!existsSync(file)) return { accounts: [], documents: [] };
    const content = onDisk(() => readFileSync(file, 'utf8'));
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), content);
    if (kept.success) return kept.output;
    throw new Error(`${file} can't be read as a board: move it away, or restore a copy of it.`);
  };
  const documentsIn = async (collectionId: string) => {
    const query = { structuredQuery: { from: [{ collectionId }] } };
    const found = await callAsOwner(firestore, `POST ${DOCUMENTS}:runQuery`, query);
    return v.parse(Found, found).flatMap(({ document }) => document ?? []);
  };

  /** Keeps what the services hold in place of what was kept, if that differs. */
  const save = async (): Promise<void> => {
    const { users } = await callAsOwner(auth, `GET ${ACCOUNTS}:batchGet`);
    const documents = await Promise.all([COLLECTION, TOMBSTONES].map(documentsIn));
    const kept = { accounts: v.parse(Accounts, users), documents: documents.flat() };
    const content = JSON.stringify(kept);
    if (content === written) return;
    onDisk(() => {
      mkdirSync(folder, { recursive: true });
      // A file that is written half is never in the place of a whole one. It holds e-mail addresses.
      writeFileSync(`${file}.new`, content, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    });
    written = content;
  };

  return {
    /** Puts what is kept into empty services; returns the number of documents. */
    restore: async (): Promise<number> => {
      const { accounts, documents } = read();
      await callAsOwner(auth, `POST ${ACCOUNTS}:batchCreate`, { users: accounts });
      for (let start = 0; start < documents.length; start += MAX_WRITES) {
        const writes = documents
          .slice(start, start + MAX_WRITES)
          .map((document) => ({ update: document }));
        await callAsOwner(firestore, `POST ${DOCUMENTS}:commit`, { writes });
      }
      return documents.length;
    },
    /** Saves from now on, and first at once: a folder that can't be written to is told now. */
    keepSaving: async (): Promise<void> => {
      await save();
      saving = setInterval(() => {
        save().catch((error: unknown) => console.error('The data was not written', error));
      }, SAVE_EVERY_MS);
    },
    /** Saves for the last time. */
    close: async (): Promise<void> => {
      clearInterval(saving);
      await save();
    },
  };
}

/** Says with a failure at the disk how to choose another place. */
function onDisk<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new Error(`${messageOf(cause)}. Mend it, or choose another folder by --data.`, { cause });
  }
}
