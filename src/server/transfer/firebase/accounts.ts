import * as v from 'valibot';
import { GOOGLE } from '#server/auth/google-issuer.ts';
import { uidOf } from '#server/auth/uid.ts';
import type { BoardRecord } from '#server/transfer/records.ts';
import type { FirebaseSettings } from './firebase-settings.ts';
import { withRetries, type GoogleCall } from './google-api.ts';

type Person = Extract<BoardRecord, { kind: 'person' }>;

const Millis = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
const Line = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text || null),
);

/** An account as the identity service tells of it, as far as it is looked at. */
const Account = v.object({
  localId: v.string(),
  displayName: Line,
  photoUrl: Line,
  email: Line,
  emailVerified: v.optional(v.boolean(), false),
  createdAt: Millis,
  lastLoginAt: Millis,
  providerUserInfo: v.optional(
    v.array(v.object({ providerId: v.string(), rawId: v.optional(v.string()) })),
    [],
  ),
});
type Account = v.InferOutput<typeof Account>;

const Page = v.object({
  users: v.optional(v.array(Account), []),
  nextPageToken: v.optional(v.string()),
});
const Refused = v.object({
  error: v.optional(
    v.array(v.object({ index: v.optional(v.number(), 0), message: v.string() })),
    [],
  ),
});

/** The accounts of a project, as the people of a board. */
export interface Accounts {
  /** Everybody, by the id of their account. */
  readAll: () => Promise<Map<string, Person>>;
  /** Adds people who have no account, under their uid; rejects when one can't be added. */
  add: (people: readonly Person[]) => Promise<void>;
}

export function createAccounts(settings: FirebaseSettings, call: GoogleCall): Accounts {
  const url = `${settings.identity}/v1/projects/${settings.project}/accounts`;

  /** Adds people, and returns those who were refused, with the reason. */
  const upload = async (people: readonly Person[]): Promise<[Person, string][]> => {
    if (people.length === 0) return [];
    const users = people.map(accountOf);
    const answer = await call(`${url}:batchCreate`, { users, sanityCheck: true });
    return v.parse(Refused, answer).error.flatMap(({ index, message }) => {
      const person = people[index];
      return person === undefined ? [] : [[person, message]];
    });
  };

  return {
    readAll: async () => {
      const people = new Map<string, Person>();
      let token = '';
      do {
        const query = new URLSearchParams({
          maxResults: '1000',
          ...(token && { nextPageToken: token }),
        });
        const answer = await withRetries(() => call(`${url}:batchGet?${query.toString()}`));
        const page = v.parse(Page, answer);
        for (const account of page.users) people.set(account.localId, personOf(account));
        token = page.nextPageToken ?? '';
      } while (token !== '');
      return people;
    },
    add: async (people) => {
      const byEmail = new Map(
        people.map((person) => [person.email?.toLowerCase() ?? person.uid, person]),
      );
      const firsts = new Set(byEmail.values());
      const refused = await upload([...firsts]);
      // An e-mail is one account's alone, and may be none to the service.
      const rest = [
        ...refused.map(([person]) => person),
        ...people.filter((person) => !firsts.has(person)),
      ];
      const [first] = await upload(rest.map((person) => ({ ...person, email: null })));
      if (first === undefined) return;
      const [{ uid }, reason] = first;
      throw new Error(`The person ${uid} can’t be added: ${reason}`);
    },
  };
}

/**
 * A person by their account. Whom Google vouches for has the uid of a board of our own that asks
 * Google, too: there they find their thoughts again.
 */
function personOf(account: Account): Person {
  const { localId, displayName, photoUrl, email, emailVerified, createdAt, lastLoginAt } = account;
  const google = account.providerUserInfo.find(({ providerId }) => providerId === 'google.com');
  const subject = google?.rawId;
  return {
    kind: 'person',
    uid: subject === undefined ? localId : uidOf(GOOGLE, subject),
    displayName,
    photoURL: photoUrl,
    email,
    creationTime: createdAt,
    lastSignInTime: lastLoginAt,
    issuer: subject === undefined ? null : GOOGLE,
    emailVerified: emailVerified ? 1 : 0,
  };
}

/** The account that a person is given: the first sign-in with Google by its e-mail takes it over. */
function accountOf(person: Person): object {
  const { uid, displayName, photoURL, email, emailVerified, creationTime, lastSignInTime } = person;
  return {
    localId: uid,
    ...(displayName !== null && { displayName }),
    ...(photoURL !== null && { photoUrl: photoURL }),
    ...(email !== null && { email, emailVerified: emailVerified === 1 }),
    createdAt: String(creationTime),
    lastLoginAt: String(lastSignInTime),
  };
}
