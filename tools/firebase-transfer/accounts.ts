import * as v from 'valibot';
import { createLazy } from '#shared/backoff.ts';
import { uidOf } from '#server/auth/identity.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { Text, type Person } from '#server/operator/records.ts';
import type { FirebaseSettings, GoogleCall } from './google-api.ts';

/** Accounts that are made by one call; the service takes up to a thousand. */
const UPLOAD_SIZE = 500;

const Millis = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
/** People may put anything there: what no board can keep is left out. */
const Line = v.optional(v.fallback(v.nullable(v.pipe(Text, v.nonEmpty())), null), null);
const Provider = v.object({ providerId: v.string(), rawId: v.optional(v.string()) });

/** The fields of the identity service's account that a board keeps. */
const Account = v.object({
  localId: v.string(),
  displayName: Line,
  photoUrl: Line,
  email: Line,
  emailVerified: v.optional(v.boolean(), false),
  createdAt: Millis,
  lastLoginAt: Millis,
  providerUserInfo: v.optional(v.array(Provider), []),
});
const Page = v.object({
  users: v.optional(v.array(Account), []),
  nextPageToken: v.optional(v.string(), ''),
});
/** What the service takes for one. */
const EMAIL = /^[^@\s]+@[^@\s]+$/u;
const UploadError = v.object({ index: v.optional(v.number(), 0), message: v.string() });
const Uploaded = v.object({ error: v.optional(v.array(UploadError), []) });

/** The accounts of a project, as people of a board; calls are made with the right to all of them. */
export function createAccounts({ identity, project }: FirebaseSettings, call: GoogleCall) {
  const url = `${identity}/v1/projects/${project}/accounts`;
  /** The account of each uid: the one that was made under it, or the one it is of by now. */
  const ids = new Map<string, string>();
  const emails = new Set<string>();
  const readExisting = createLazy(async () => {
    for (const { accountID, person } of await readAccounts(url, call)) {
      ids.set(accountID, accountID).set(person.uid, accountID);
      emails.add(addressOf(person));
    }
  });

  return {
    readAll: () => readAccounts(url, call),
    idOf: (uid: string): string => ids.get(uid) ?? uid,
    /** Adds who is not there yet under their uid; resolves with them, and who of them has no e-mail. */
    add: async (people: readonly Person[]): Promise<{ added: Person[]; nameless: Person[] }> => {
      await readExisting();
      const added = people.filter(({ uid }) => !ids.has(uid));
      const owners = emailOwners(added.filter((person) => !emails.has(addressOf(person))));
      const users = added.map((person) => accountOf(person, owners.has(person)));
      for (let start = 0; start < users.length; start += UPLOAD_SIZE) {
        const body = { users: users.slice(start, start + UPLOAD_SIZE), sanityCheck: true };
        const { error } = await call(Uploaded, `${url}:batchCreate`, body);
        const [first] = error;
        if (first === undefined) continue;
        const { uid } = added[start + first.index] ?? {};
        throw new Error(`The person ${uid} can’t be added: ${first.message}`);
      }
      for (const person of added) ids.set(person.uid, person.uid);
      for (const person of owners) emails.add(addressOf(person));
      return { added, nameless: added.filter((person) => !owners.has(person)) };
    },
  };
}

function addressOf({ email }: Person): string {
  return email?.toLowerCase() ?? '';
}

/** Everybody, each with the id of their account; who has signed in with Google comes last. */
async function readAccounts(url: string, call: GoogleCall) {
  const users: v.InferOutput<typeof Account>[] = [];
  let nextPageToken = '';
  do {
    const query = { maxResults: '1000', ...(nextPageToken && { nextPageToken }) };
    const address = `${url}:batchGet?${new URLSearchParams(query).toString()}`;
    const page = await call(Page, address);
    users.push(...page.users);
    ({ nextPageToken } = page);
  } while (nextPageToken !== '');
  const all = users.map((user) => ({ accountID: user.localId, person: personOf(user) }));
  const isOfGoogle = ({ person }: (typeof all)[number]) => Number(person.issuer !== null);
  return all.toSorted((a, b) => isOfGoogle(a) - isOfGoogle(b));
}

/** Who keeps their e-mail: verified, and of one e-mail who signed in last. Anybody can claim one. */
function emailOwners(people: readonly Person[]): Set<Person> {
  const verified = people.filter(
    (person) => person.emailVerified === 1 && EMAIL.test(addressOf(person)),
  );
  const byTime = verified.toSorted((a, b) => a.lastSignInTime - b.lastSignInTime);
  return new Set(new Map(byTime.map((person) => [addressOf(person), person])).values());
}

/** A person by their account; whom Google vouches for has the uid of a board of our own. */
function personOf(account: v.InferOutput<typeof Account>): Person {
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
function accountOf(person: Person, hasEmail: boolean): object {
  const { uid, displayName, photoURL, email, creationTime, lastSignInTime } = person;
  return {
    localId: uid,
    ...(displayName !== null && { displayName }),
    ...(photoURL !== null && { photoUrl: photoURL }),
    ...(hasEmail && { email, emailVerified: true }),
    createdAt: String(creationTime),
    lastLoginAt: String(lastSignInTime),
  };
}
