import * as v from 'valibot';
import { uidOf } from '#server/auth/identity.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { Text, type Person } from '#server/operator/records.ts';
import { withRetries, type FirebaseSettings, type GoogleCall } from './google-api.ts';

/** Accounts that are made by one call; the service takes up to a thousand. */
const UPLOAD_SIZE = 500;

const Millis = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
/** People may put anything there: what no board can keep is left out. */
const Line = v.fallback(v.nullable(v.pipe(Text, v.nonEmpty())), null);

/** The fields of the identity service's account that a board keeps. */
const Account = v.object({
  localId: v.string(),
  displayName: v.optional(Line, null),
  photoUrl: v.optional(Line, null),
  email: v.optional(Line, null),
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
const Uploaded = v.object({
  error: v.optional(
    v.array(v.object({ index: v.optional(v.number(), 0), message: v.string() })),
    [],
  ),
});

/** A person, and the id of their account. */
interface PersonWithAccount {
  accountID: string;
  person: Person;
}

/** The accounts of a project, as the people of a board. */
export interface Accounts {
  /** Everybody; who has signed in with Google comes last. */
  readAll: () => Promise<PersonWithAccount[]>;
  /**
   * Adds people who have no account, under their uid, and resolves with those whose account is
   * without an e-mail: they have none, nobody has verified it, another has it, or the service refuses
   * it. Rejects when one can't be added.
   */
  add: (people: readonly Person[]) => Promise<Person[]>;
}

/** The accounts of a project; calls are made with the right to all of them. */
export function createAccounts(settings: FirebaseSettings, call: GoogleCall): Accounts {
  const url = `${settings.identity}/v1/projects/${settings.project}/accounts`;

  const readAll = async (): Promise<PersonWithAccount[]> => {
    const all: PersonWithAccount[] = [];
    let token = '';
    do {
      const from = token && { nextPageToken: token };
      const query = new URLSearchParams({ maxResults: '1000', ...from }).toString();
      const page = await withRetries(() => call(Page, `${url}:batchGet?${query}`));
      all.push(...page.users.map((user) => ({ accountID: user.localId, person: personOf(user) })));
      token = page.nextPageToken ?? '';
    } while (token !== '');
    return all.toSorted((a, b) => Number(isOfGoogle(a.person)) - Number(isOfGoogle(b.person)));
  };

  const uploadSome = async (people: readonly Person[]): Promise<[Person, string][]> => {
    const body = { users: people.map(accountOf), sanityCheck: true };
    const { error } = await withRetries(() => call(Uploaded, `${url}:batchCreate`, body));
    if (error.length === 0) return [];
    // An answer that was lost may have been a good one.
    const there = new Set((await readAll()).map(({ accountID }) => accountID));
    return error.flatMap(({ index, message }) => {
      const person = people[index];
      return person === undefined || there.has(person.uid) ? [] : [[person, message]];
    });
  };

  /** Adds people, and returns those who were refused, with the reason. */
  const upload = async (people: readonly Person[]): Promise<[Person, string][]> => {
    const refused: [Person, string][] = [];
    for (let start = 0; start < people.length; start += UPLOAD_SIZE) {
      refused.push(...(await uploadSome(people.slice(start, start + UPLOAD_SIZE))));
    }
    return refused;
  };

  return {
    readAll,
    add: async (people) => {
      const owners = emailOwners(people);
      const others = people.filter((person) => !owners.has(person));
      const refused = await upload([...owners]);
      const rest = [...others, ...refused.map(([person]) => person)];
      const [first] = await upload(rest.map((person) => ({ ...person, email: null })));
      if (first === undefined) return rest;
      const [{ uid }, reason] = first;
      throw new Error(`The person ${uid} can’t be added: ${reason}`);
    },
  };
}

/**
 * Who keeps their e-mail: of those of one e-mail who signed in last. Anybody can claim an e-mail that
 * nobody has verified, and would be given the account of whoever comes with it.
 */
function emailOwners(people: readonly Person[]): Set<Person> {
  const verified = people.filter(
    ({ email, emailVerified }) => email !== null && emailVerified === 1,
  );
  const byTime = verified.toSorted((a, b) => a.lastSignInTime - b.lastSignInTime);
  return new Set(new Map(byTime.map((person) => [person.email?.toLowerCase(), person])).values());
}

function isOfGoogle({ issuer }: Person): boolean {
  return issuer === GOOGLE;
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
  const { uid, displayName, photoURL, email, creationTime, lastSignInTime } = person;
  return {
    localId: uid,
    ...(displayName !== null && { displayName }),
    ...(photoURL !== null && { photoUrl: photoURL }),
    ...(email !== null && { email, emailVerified: true }),
    createdAt: String(creationTime),
    lastLoginAt: String(lastSignInTime),
  };
}
