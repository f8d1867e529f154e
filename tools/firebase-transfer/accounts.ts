import * as v from 'valibot';
import { createLazy } from '#shared/lazy.ts';
import { uidOf } from '#server/auth/identity.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { Text, type PersonRecord } from '#server/operator/records.ts';
import type { FirebaseSettings, GoogleCall } from './google-api.ts';

/** Accounts created by one call; the service accepts up to a thousand. */
const UPLOAD_SIZE = 500;

const Millis = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
/** A text that people enter, which may be anything; what a board can't store is left out. */
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
const EMAIL = /^[^@\s]+@[^@\s]+$/u;
const UploadError = v.object({ index: v.optional(v.number(), 0), message: v.string() });
const Uploaded = v.object({ error: v.optional(v.array(UploadError), []) });

/** The accounts of a project, as people of a board, with an administrator's access. */
export function createAccounts({ identity, project }: FirebaseSettings, call: GoogleCall) {
  const url = `${identity}/v1/projects/${project}/accounts`;
  /** Account ids by uid: a person who signed in with Google has an account under another id. */
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
    /** Adds the missing people under their uids; resolves with them, and with those without an e-mail. */
    add: async (
      people: readonly PersonRecord[],
    ): Promise<{ added: PersonRecord[]; withoutEmail: PersonRecord[] }> => {
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
      return { added, withoutEmail: added.filter((person) => !owners.has(person)) };
    },
  };
}

function addressOf({ email }: PersonRecord): string {
  return email?.toLowerCase() ?? '';
}

/** All people with the ids of their accounts; those who have signed in with Google come last. */
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

/** People who keep their e-mail: those verified, as anyone can claim one; of several, the last to sign in. */
function emailOwners(people: readonly PersonRecord[]): Set<PersonRecord> {
  const verified = people.filter(
    (person) => person.emailVerified === 1 && EMAIL.test(addressOf(person)),
  );
  const byTime = verified.toSorted((a, b) => a.lastSignInTime - b.lastSignInTime);
  return new Set(new Map(byTime.map((person) => [addressOf(person), person])).values());
}

/** The person of an account; with Google as the issuer, the uid is that of a self-hosted board. */
function personOf(account: v.InferOutput<typeof Account>): PersonRecord {
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

/** A new account, which the first Google sign-in with its e-mail takes over. */
function accountOf(person: PersonRecord, hasEmail: boolean): object {
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
