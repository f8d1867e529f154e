import { afterAll, beforeAll } from 'vitest';
import { newId } from '#shared/id.ts';
import type { Fields, FieldValue, Token } from '#tests/firestore-emulator/rules.ts';
import type { Person } from '#tests/access-matrix.ts';
import { createRulesClient, SERVER_TIME } from './rules-client.ts';
import { startServices, type Services } from './services.ts';

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

/** Starts services before the tests of a file, and stops them after; asks their rules. */
export function serveRules() {
  let services: Services | undefined;
  beforeAll(async () => {
    services = await startServices();
  });
  afterAll(() => services?.stop());
  const running = (): Services => {
    if (services === undefined) throw new Error('The services run only during tests.');
    return services;
  };
  const put: Services['put'] = (documents) => running().put(documents);
  return {
    ...createRulesClient(() => running().firestore),
    put,
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
