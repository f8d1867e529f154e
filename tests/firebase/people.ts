import type { Fields, FieldValue, Token } from '#tests/firestore-emulator/rules.ts';
import type { Person } from '#tests/access-matrix.ts';
import { SERVER_TIME } from './rules-client.ts';

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

/** The author's thought, as it is stored. */
export const STORED: Fields = {
  ...draftOf('author'),
  createdAt: { timestampValue: '2026-11-20T12:00:00Z' },
};

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
