import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { COLLECTION, TOMBSTONES } from '#shared/thought.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { uidOf } from '#server/auth/identity.ts';
import {
  runOperatorCommand,
  LAST_MILLIS,
  ODD_TEXTS,
  writeExport,
} from '#tests/server/operator-command.ts';
import { storedThought } from '#tests/setup/samples.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import type { Row } from '#server/database/database.ts';
import { exportBoard, importBoard } from '#server/operator/board-file.ts';
import type { MovableBoard } from '#server/operator/records.ts';
import { createFirebaseBoard } from '#tools/firebase-transfer/firebase-board.ts';
import { PROJECT } from '#tools/firestore-emulator/emulator.ts';
import type { Fields } from '#tools/firestore-emulator/rules.ts';
import { storedOf, DOCUMENTS } from './people.ts';
import { callAsOwner } from '#tools/hosted/owner.ts';
import { environmentOf, startServices, type Services } from './services.ts';

let services: Services;
let folder = '';

beforeEach(async () => {
  folder = temporaryFolder();
  services = await startServices();
  onTestFinished(() => services.stop());
});

test('by the commands a board goes to Firebase and back, and stays the same to the byte', async () => {
  const sample = [
    ...ODD_TEXTS.map(() => ({ kind: 'deleted', textID: newId(), uID: 'ada' })),
    ...ODD_TEXTS.map((displayName, index) => ({
      ...personOf(`-uid_${index}`, index % 2 === 0 ? null : `person.${index}@example.com`),
      displayName: index === 0 ? null : displayName,
      photoURL: index === 1 ? null : `https://pictures.example/${index}?a=b&c#d`,
      lastSignInTime: index === 2 ? LAST_MILLIS : index,
    })),
    ...ODD_TEXTS.map((text, index) => ({
      ...thoughtOf(newId()),
      text,
      uName: text,
      createdAt: index === 3 ? LAST_MILLIS : index,
    })),
  ];
  const file = writeBoard('board.jsonl', sample);
  const copy = join(folder, 'copy.jsonl');
  for (const [command, name, said] of [
    ['import:firebase', file, `Added from ${file}: ${sample.length} records.\n`],
    ['export:firebase', copy, `The board is exported to ${copy}: ${sample.length} records.\n`],
  ] as const) {
    const args = ['--project', PROJECT, name];
    const done = await runOperatorCommand(command, environmentOf(services), ...args);
    expect(done).toEqual({ code: 0, said: expect.stringContaining(said) });
  }
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(file, 'utf8'));
});

describe('into Firebase', () => {
  test('a board that is imported twice exists once', async () => {
    const file = writeBoard('board.jsonl', sampleOf(1_200));
    await importInto(services, file);
    expect(await importInto(services, file)).toMatch(/: 0 records\. 1203 were there already/u);
    expect(await contentOf(services)).toBe(readFileSync(file, 'utf8'));
  });

  test('an import that breaks off before it writes holds up the next one by no lock', async () => {
    const { fetch } = globalThis;
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      bodies.push(init?.body);
      return url.endsWith(':commit') ? Promise.reject(new TypeError('cut')) : fetch(url, init);
    });
    const record = thoughtOf(newId());
    await expect(add(services, [record])).rejects.toThrow('can’t be reached');
    vi.unstubAllGlobals();
    expect(await add(services, [record])).toBe(1);
    // Only Google's emulator has locks.
    expect(bodies.filter((body) => String(body).includes('newTransaction'))).toEqual([]);
  });

  test('a thought that was deleted there stays deleted, and an existing one is not taken for deleted', async () => {
    const [gone, there, fresh] = [newId(), newId(), newId()];
    await add(services, [{ kind: 'deleted', textID: gone, uID: 'ada' }, thoughtOf(there)]);
    const added = await add(services, [
      { kind: 'deleted', textID: there, uID: 'ada' },
      thoughtOf(gone),
      thoughtOf(fresh),
    ]);
    expect(added).toBe(1);
    expect(await contentOf(services)).toContain(fresh);
  });

  test('documents are as the board itself makes them', async () => {
    const [first, second] = ['A'.repeat(20), 'B'.repeat(20)];
    await add(services, [{ kind: 'deleted', textID: first, uID: 'ada' }, thoughtOf(second)]);
    expect(await fieldsAt(TOMBSTONES, first)).toEqual({
      uID: { stringValue: 'ada' },
      deletedAt: { timestampValue: expect.stringMatching(/^20\d\d-/u) },
    });
    expect(await fieldsAt(COLLECTION, second)).toEqual({
      uID: { stringValue: 'ada' },
      uName: { stringValue: 'Ada' },
      text: { stringValue: 'hello' },
      createdAt: { timestampValue: expect.stringMatching(/^1970-01-01T00:00:00.001(?:000)?Z$/u) },
      uProfile: { stringValue: '' },
    });
  });

  test('a verified e-mail goes to its last owner to sign in, and the other owners are named', async () => {
    await add(services, [personOf('ann', 'ann@example.com')]);
    const told: string[] = [];
    const added = await boardOf(services, (sentence) => told.push(sentence)).add([
      { ...personOf('ada', 'Shared@example.com'), lastSignInTime: 9 },
      { ...personOf('eve', 'shared@example.com'), lastSignInTime: 8 },
      { ...personOf('ivy', 'ivy@example.com'), emailVerified: 0 },
      personOf('joe', 'no e-mail'),
      personOf('may', 'ann@example.com'),
    ]);
    expect(added).toBe(5);
    const people = recordsOf(await contentOf(services)).slice(0, -1);
    expect(people.map(({ uid: who, email }) => [who, email])).toEqual([
      ['ada', 'shared@example.com'],
      ['ann', 'ann@example.com'],
      ['eve', null],
      ['ivy', null],
      ['joe', null],
      ['may', null],
    ]);
    expect(told.toSorted()).toEqual(
      ['eve', 'ivy', 'joe', 'may'].map(
        (who) => `Nobody can sign in as ${who}: they have no verified e-mail that is theirs alone.`,
      ),
    );
  });
});

describe('out of Firebase', () => {
  test('a person who signed in with Google has the uid of a self-hosted board', async () => {
    const localId = await signInWithGoogle('grace@example.com');
    await put(COLLECTION, 'C'.repeat(20), documentFieldsOf(localId));
    const google = uidOf(GOOGLE, 'grace@example.com');
    const content = await contentOf(services);
    expect(recordsOf(content)).toEqual([
      expect.objectContaining({ kind: 'person', uid: google, issuer: GOOGLE }),
      expect.objectContaining({ kind: 'thought', uID: google }),
      expect.objectContaining({ kind: 'end' }),
    ]);
    // Back on Firebase, the thought belongs to their account again.
    const file = join(folder, 'back.jsonl');
    const again = content.replaceAll('C'.repeat(20), 'D'.repeat(20));
    writeExport(file, recordsOf(again).slice(0, -1));
    expect(await importInto(services, file)).toMatch(/: 1 record\. 1 were there already/u);
    expect(await fieldsAt(COLLECTION, 'D'.repeat(20))).toMatchObject({
      uID: { stringValue: localId },
    });
  });

  test('two accounts of one person become one person, whose imports go to the account in use', async () => {
    const google = uidOf(GOOGLE, 'grace@example.com');
    await add(services, [{ ...personOf(google), displayName: 'Former' }]);
    const localId = await signInWithGoogle('grace@example.com');
    expect(localId).not.toBe(google);
    const people = recordsOf(await contentOf(services)).slice(0, -1);
    expect(people).toEqual([expect.objectContaining({ uid: google, displayName: 'Grace' })]);
    await add(services, [{ ...thoughtOf('E'.repeat(20)), uID: google }]);
    expect(await fieldsAt(COLLECTION, 'E'.repeat(20))).toMatchObject({
      uID: { stringValue: localId },
    });
  });

  test('a thought without a name or a photo has empty ones, and what is none is left out and reported', async () => {
    const { uName: _uName, ...nameless } = documentFieldsOf('ada');
    await put(COLLECTION, 'F'.repeat(20), { ...nameless, uProfile: { nullValue: null } });
    await put(COLLECTION, 'by-hand', { text: { stringValue: 'x' } });
    const told: string[] = [];
    expect(recordsOf(await contentOf(services, (sentence) => told.push(sentence)))).toEqual([
      expect.objectContaining({ kind: 'thought', uName: '', uProfile: '' }),
      expect.objectContaining({ kind: 'end' }),
    ]);
    expect(told).toEqual([`${COLLECTION}/by-hand is no document of a board, and is left out.`]);
  });
});

test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['no project', ['a.jsonl'], {}, /^Type after npm run.*\nexport --project PROJECT FILE /u],
  ['no token', ['--project', 'some', 'a.jsonl'], {}, /^Set GOOGLE_ACCESS_TOKEN to what/u],
  [
    'one emulator',
    ['--project', 'some', 'a.jsonl'],
    { FIRESTORE_EMULATOR_HOST: 'emulator.invalid:1' },
    /^Set both FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST, or neither\./u,
  ],
])('the commands refuse with a sentence when there is %s', async (_what, args, env, sentence) => {
  expect(await runOperatorCommand('export:firebase', env, ...args)).toEqual({
    code: 1,
    said: expect.stringMatching(sentence),
  });
});

/** Writes a board of these records as an export does; returns the file. */
function writeBoard(fileName: string, records: readonly Row[]): string {
  const file = join(folder, fileName);
  writeExport(file, records);
  return file;
}

/** A board of a deleted id, two people and thoughts. */
function sampleOf(thoughts: number): Row[] {
  return [
    { kind: 'deleted', textID: newId(), uID: 'ada' },
    ...['ada', 'eve'].map((who) => personOf(who, `${who}@example.com`)),
    ...Array.from({ length: thoughts }, () => thoughtOf(newId())),
  ];
}

function personOf(who: string, email: string | null = null) {
  return {
    kind: 'person' as const,
    uid: who,
    displayName: 'Ada',
    photoURL: null,
    email,
    creationTime: 1,
    lastSignInTime: 2,
    issuer: null,
    emailVerified: email === null ? (0 as const) : (1 as const),
  };
}

function thoughtOf(textID: string) {
  return { kind: 'thought' as const, ...storedThought({ textID }) };
}

function documentFieldsOf(uID: string) {
  return storedOf(uID, 'nanoseconds', '2026-11-22T12:00:00.123456Z');
}

function boardOf(
  { auth, firestore }: Services,
  warn: (sentence: string) => void = () => {},
): MovableBoard {
  return createFirebaseBoard(
    {
      project: PROJECT,
      token: 'owner',
      firestore: `http://${firestore.host}:${firestore.port}`,
      identity: `http://${auth.host}:${auth.port}/identitytoolkit.googleapis.com`,
    },
    warn,
  );
}

function add(to: Services, records: Parameters<MovableBoard['add']>[0]): Promise<number> {
  return boardOf(to).add(records);
}

function importInto(to: Services, file: string): Promise<string> {
  return importBoard(boardOf(to), file);
}

/** All that is exported. */
async function contentOf(of: Services, warn?: (sentence: string) => void): Promise<string> {
  const file = join(folder, `content-${newId()}.jsonl`);
  await exportBoard(boardOf(of, warn), file);
  return readFileSync(file, 'utf8');
}

function recordsOf(content: string): Row[] {
  return content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function put(collection: string, documentID: string, fields: Fields): Promise<void> {
  await services.put({ [`${collection}/${documentID}`]: fields });
}

async function fieldsAt(collection: string, documentID: string): Promise<object> {
  const documents = [`${DOCUMENTS}/${collection}/${documentID}`];
  const path = `/v1/${DOCUMENTS}:batchGet`;
  const [answer] = await callAsOwner(services.firestore, `POST ${path}`, { documents });
  return answer.found.fields;
}

/** Signs a person in whose id at Google is their e-mail; returns the id of the account. */
async function signInWithGoogle(email: string): Promise<string> {
  const google = { sub: email, email, name: 'Grace', picture: '', email_verified: true };
  const form = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify(google),
  });
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=test';
  const { localId } = await callAsOwner(services.auth, `POST ${path}`, {
    postBody: form.toString(),
    requestUri: 'http://localhost',
    returnSecureToken: true,
  });
  return localId;
}
