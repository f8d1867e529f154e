import { afterAll } from 'vitest';
import { newId } from '#shared/id.ts';
import type { Fields, FieldValue, Token } from '#tools/firestore-emulator/rules.ts';
import type { Person } from '#tests/access-matrix.ts';
import { encodeToken } from '#tools/firestore-emulator/accounts.ts';
import { PROJECT } from '#tools/firestore-emulator/emulator.ts';
import { startFirestore } from './services.ts';

export const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`;

/** Stands for the time at which the service carries a write out. */
export const SERVER_TIME = Symbol('server time');

export const thoughtAt = (textID: string) => `Thoughts-Data/${textID}`;
export const tombstoneAt = (textID: string) => `Deleted-Thoughts/${textID}`;

/** The claims of a signed-in person's token that the rules read. */
export function tokenOf(person: Person): Token {
  if (person === 'signed out') return null;
  return {
    sub: uidOf(person),
    name: person,
    picture: `https://pictures.example/${person}.png`,
    firebase: { sign_in_provider: 'google.com' },
  };
}

/** The fields with which a person may add a thought. */
export function draftOf(person: Person) {
  return {
    uID: string(uidOf(person)),
    uName: string(person),
    text: string('a thought'),
    createdAt: SERVER_TIME,
    uProfile: string(`https://pictures.example/${person}.png`),
  } as const;
}

/** The fields of a thought as it is stored. */
export function storedOf(uID: string, text: string, createdAt: string) {
  return {
    uID: string(uID),
    uName: string('Somebody'),
    text: string(text),
    createdAt: { timestampValue: createdAt },
    uProfile: string(''),
  } as const;
}

/** The author's thought, as it is stored. */
export const STORED: Fields = {
  ...draftOf('author'),
  createdAt: { timestampValue: '2026-11-20T12:00:00Z' },
};

/** Starts a database until the tests of this file have finished; asks their rules. */
export async function serveRules() {
  const { firestore, put, holdAddsApart, stop } = await startFirestore();
  afterAll(stop);
  const address = `http://${firestore.host}:${firestore.port}/v1/${DOCUMENTS}`;
  /** Sends a request as a person, by their token. */
  const send = async (token: Token, method: string, body: object): Promise<Verdict> => {
    const response = await fetch(`${address}:${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${encodeToken(token)}` }),
      },
      body: JSON.stringify(body),
    });
    const [answer] = [JSON.parse(await response.text())].flat();
    return answer?.error?.status ?? 'OK';
  };
  return {
    commit: (token: Token, ...writes: object[]) => send(token, 'commit', { writes }),
    get: (token: Token, path: string) =>
      send(token, 'batchGet', { documents: [`${DOCUMENTS}/${path}`] }),
    list: (token: Token, collectionId: string, uID?: string) =>
      send(token, 'runQuery', { structuredQuery: queryOf(collectionId, uID) }),
    put,
    holdAddsApart,
    /** Stores the author's thought, bypassing the rules; resolves with its id. */
    store: async (textID: string = newId()): Promise<string> => {
      await put({ [thoughtAt(textID)]: STORED });
      return textID;
    },
  };
}

/** The fields of the tombstone with which a person deletes for good. */
export function tombOf(person: Person) {
  return { uID: string(uidOf(person)), deletedAt: SERVER_TIME } as const;
}

export function uidOf(person: Person): string {
  return `uid-of-${person}`;
}

export function string(stringValue: string): FieldValue {
  return { stringValue };
}

export type Draft = Readonly<Record<string, object | typeof SERVER_TIME>>;

/** A service's answer to a request: done, or the name of its refusal. */
export type Verdict = 'OK' | 'PERMISSION_DENIED' | (string & {});

/** Stores a document, whether or not there was one. */
export function set(path: string, draft: Draft): object {
  const entries = Object.entries(draft);
  const timed = entries.flatMap(([fieldPath, value]) =>
    value === SERVER_TIME ? { fieldPath, setToServerValue: 'REQUEST_TIME' } : [],
  );
  const fields = Object.fromEntries(entries.filter(([, value]) => value !== SERVER_TIME));
  return { update: { name: `${DOCUMENTS}/${path}`, fields }, updateTransforms: timed };
}

/** Changes these fields of an existing document. */
export function change(path: string, fields: Readonly<Record<string, object>>): object {
  return {
    update: { name: `${DOCUMENTS}/${path}`, fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    currentDocument: { exists: true },
  };
}

export function remove(path: string): object {
  return { delete: `${DOCUMENTS}/${path}` };
}

/** The board's own query, of all or of one author's. */
function queryOf(collectionId: string, uID?: string): object {
  const timed = filterOf('createdAt', 'GREATER_THAN_OR_EQUAL', {
    timestampValue: '0001-01-01T00:00:00Z',
  });
  const own = filterOf('uID', 'EQUAL', { stringValue: uID ?? '' });
  return {
    from: [{ collectionId }],
    where: uID === undefined ? timed : { compositeFilter: { op: 'AND', filters: [own, timed] } },
    orderBy: ['createdAt', '__name__'].map((fieldPath) => ({
      field: { fieldPath },
      direction: 'DESCENDING',
    })),
  };
}

function filterOf(fieldPath: string, op: string, value: FieldValue): object {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}
