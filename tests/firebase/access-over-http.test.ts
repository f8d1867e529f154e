import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTION, newTextID } from '#shared/thought.ts';
import { ACCESS_MATRIX, type Cell, type Claim, type Person } from '#tests/access-matrix.ts';
import { servicesOf } from './official-emulators.ts';
import { unsignedToken } from '#tests/firestore-emulator/accounts.ts';
import { PROJECT, startEmulator, type Emulator } from '#tests/firestore-emulator/emulator.ts';

const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.stop());

// The same cells as the evaluated rules', in the words of the service itself: this is also what an
// official emulator is asked, where there is one.
describe('the access matrix on Firestore over HTTP', () => {
  test.each(ACCESS_MATRIX)('$person, $operation, $claim.name: $allowed', async (cell) => {
    const status = await statusOf(cell);
    expect(status).toBe(cell.allowed ? 200 : 403);
  });
});

async function statusOf({ person, operation, claim }: Cell): Promise<number> {
  switch (operation) {
    case 'read':
      return send(person, 'batchGet', { documents: [nameOf(await storedThought())] });
    case 'list':
      return send(person, 'runQuery', { structuredQuery: queryFor(null) });
    case 'list own':
      return send(person, 'runQuery', { structuredQuery: queryFor(person) });
    case 'create':
      return commit(person, [creation(person, claim)]);
    case 'update':
      return commit(person, [change(await storedThought(), claim)]);
    case 'delete':
      return commit(person, deletion(person, await storedThought()));
  }
}

function creation(person: Person, { fields, without, textID = newTextID() }: Claim): object {
  const all = { ...rightFields(person), ...valuesOf(fields) };
  const kept = Object.entries(all).filter(([field]) => field !== without);
  const isTimeSaid = without === 'createdAt' || 'createdAt' in fields;
  return {
    update: { name: nameOf(textID), fields: Object.fromEntries(kept) },
    currentDocument: { exists: false },
    ...(!isTimeSaid && {
      updateTransforms: [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }],
    }),
  };
}

function change(textID: string, { fields }: Claim): object {
  const values = valuesOf({ text: 'edited', ...fields });
  return {
    update: { name: nameOf(textID), fields: values },
    updateMask: { fieldPaths: Object.keys(values) },
    currentDocument: { exists: true },
  };
}

/** Adds a thought of the author's, and gives its id. */
async function storedThought(): Promise<string> {
  const textID = newTextID();
  const right = { name: '', allowed: true, fields: {}, textID };
  expect(await commit('author', [creation('author', right)])).toBe(200);
  return textID;
}

/** Deletes a thought, and leaves a tombstone. */
function deletion(person: Person, textID: string): object[] {
  const tombstone = {
    update: { name: `${DOCUMENTS}/Deleted-Thoughts/${textID}`, fields: valuesOf(uIDOf(person)) },
    updateTransforms: [{ fieldPath: 'deletedAt', setToServerValue: 'REQUEST_TIME' }],
  };
  return [{ delete: nameOf(textID) }, tombstone];
}

function commit(person: Person, writes: readonly object[]): Promise<number> {
  return send(person, 'commit', { writes });
}

async function send(person: Person, method: string, body: object): Promise<number> {
  const { host, port } = servicesOf(emulator).firestore;
  const account = accountOf(person);
  const answer = await fetch(`http://${host}:${port}/v1/${DOCUMENTS}:${method}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(account && { authorization: `Bearer ${unsignedToken(account, PROJECT)}` }),
    },
  });
  return answer.status;
}

function queryFor(person: Person | null): object {
  const order = ['createdAt', '__name__'].map((fieldPath) => ({
    field: { fieldPath },
    direction: 'DESCENDING',
  }));
  const value = { stringValue: `uid-of-${person}` };
  const own = { fieldFilter: { field: { fieldPath: 'uID' }, op: 'EQUAL', value } };
  return {
    from: [{ collectionId: COLLECTION }],
    orderBy: order,
    limit: 51,
    ...(person && { where: own }),
  };
}

function valuesOf(fields: Claim['fields']): Record<string, object> {
  const values = Object.entries(fields).map(([name, value]) => {
    if (value === null) return [name, { nullValue: null }] as const;
    if (typeof value === 'number') return [name, { integerValue: String(value) }] as const;
    if (name === 'createdAt') return [name, { timestampValue: value }] as const;
    return [name, { stringValue: value }] as const;
  });
  return Object.fromEntries(values);
}

function rightFields(person: Person): Record<string, object> {
  const { localId, name, picture } = accountOf(person) ?? NOBODY;
  return valuesOf({ uID: localId, uName: name, text: 'a thought', uProfile: picture });
}

function uIDOf(person: Person): { uID: string } {
  return { uID: (accountOf(person) ?? NOBODY).localId };
}

const NOBODY = { localId: 'nobody', name: 'Nobody', picture: '' };

function accountOf(person: Person) {
  if (person === 'signed out') return null;
  return {
    localId: `uid-of-${person}`,
    name: person,
    email: `${person}@mail.example`,
    picture: `https://pictures.example/${person}.png`,
  };
}

function nameOf(textID: string): string {
  return `${DOCUMENTS}/${COLLECTION}/${textID}`;
}
