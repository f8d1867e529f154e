import * as v from 'valibot';
import { uidOf } from '#server/auth/identity.ts';
import { GOOGLE } from '#server/auth/issuer.ts';
import { Text, type Person } from '#server/operator/records.ts';
import { withRetries, type FirebaseSettings, type GoogleCall } from './google-api.ts';

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
const UploadError = v.object({ index: v.optional(v.number(), 0), message: v.string() });
const Uploaded = v.object({ error: v.optional(v.array(UploadError), []) });

/** The accounts of a project, as people of a board; calls are made with the right to all of them. */
export function createAccounts({ identity, project }: FirebaseSettings, call: GoogleCall) {
  const url = `${identity}/v1/projects/${project}/accounts`;

  const readAll = () => readAccounts(url, call);

  const upload = async (people: readonly Person[]) => {
    const refused: { person: Person; message: string }[] = [];
    for (let start = 0; start < people.length; start += UPLOAD_SIZE) {
      const some = people.slice(start, start + UPLOAD_SIZE);
      const body = { users: some.map(accountOf), sanityCheck: true };
      const { error } = await withRetries(() => call(Uploaded, `${url}:batchCreate`, body));
      if (error.length === 0) continue;
      // An answer that was lost may have been a good one.
      const there = new Set((await readAll()).map(({ accountID }) => accountID));
      for (const { index, message } of error) {
        const person = some[index];
        if (person !== undefined && !there.has(person.uid)) refused.push({ person, message });
      }
    }
    return refused;
  };

  return {
    readAll,
    /** The account of each uid: the one that was made under it, or the one it is of by now. */
    readIDs: async (): Promise<Map<string, string>> => {
      const all = await readAll();
      const made = all.map(({ accountID }) => [accountID, accountID] as const);
      return new Map([
        ...made,
        ...all.map(({ accountID, person }) => [person.uid, accountID] as const),
      ]);
    },
    /** Adds people under their uid; resolves with those whose account is without an e-mail. */
    add: async (people: readonly Person[]): Promise<Person[]> => {
      const owners = emailOwners(people);
      const refused = await upload([...owners]);
      const others = people.filter((person) => !owners.has(person));
      const rest = [...others, ...refused.map(({ person }) => person)];
      const [first] = await upload(rest.map((person) => ({ ...person, email: null })));
      if (first === undefined) return rest;
      throw new Error(`The person ${first.person.uid} can’t be added: ${first.message}`);
    },
  };
}

/** Everybody, each with the id of their account; who has signed in with Google comes last. */
async function readAccounts(url: string, call: GoogleCall) {
  const users: v.InferOutput<typeof Account>[] = [];
  let nextPageToken = '';
  do {
    const query = { maxResults: '1000', ...(nextPageToken && { nextPageToken }) };
    const address = `${url}:batchGet?${new URLSearchParams(query).toString()}`;
    const page = await withRetries(() => call(Page, address));
    users.push(...page.users);
    ({ nextPageToken } = page);
  } while (nextPageToken !== '');
  const all = users.map((user) => ({ accountID: user.localId, person: personOf(user) }));
  const isOfGoogle = ({ person }: (typeof all)[number]) => Number(person.issuer !== null);
  return all.toSorted((a, b) => isOfGoogle(a) - isOfGoogle(b));
}

/** Who keeps their e-mail: verified, and of one e-mail who signed in last. Anybody can claim one. */
function emailOwners(people: readonly Person[]): Set<Person> {
  const verified = people.filter((person) => person.email !== null && person.emailVerified === 1);
  const byTime = verified.toSorted((a, b) => a.lastSignInTime - b.lastSignInTime);
  return new Set(new Map(byTime.map((person) => [person.email?.toLowerCase(), person])).values());
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
