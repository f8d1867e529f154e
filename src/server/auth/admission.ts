import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/database.ts';
import { identityFrom, type Claims, type Identity } from './identity.ts';
import type { Issuer } from './issuer.ts';

/** A row of everyone who has signed in, as their issuer last described them. Times in ms. */
export interface UserRow {
  uid: string;
  displayName: string | null;
  photoURL: string | null;
  email: string | null;
  /** 1 when the issuer had verified the e-mail. */
  emailVerified: number;
  /** The name of who vouches for them; null for people of earlier versions. */
  issuer: string | null;
  creationTime: number;
  lastSignInTime: number;
}

const UPSERT = `insert into "users"
    ("uid", "displayName", "photoURL", "email", "creationTime", "lastSignInTime", "issuer",
      "emailVerified")
  select ?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7 where ?1 not in (select "uid" from "blocked")
  on conflict ("uid") do update set "displayName" = ?2, "photoURL" = ?3, "email" = ?4,
    "lastSignInTime" = ?5, "issuer" = ?6, "emailVerified" = ?7
  returning "uid"`;

/** Why an e-mail opens nothing here, or null. Anybody can claim one: it has to be verified. */
export function refusalByDomain(
  { email, emailVerified }: { email: string | null; emailVerified: boolean | number },
  domains: readonly string[],
): string | null {
  if (domains.length === 0) return null;
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!domains.includes(domain)) return 'The e-mail is in no domain that is allowed.';
  return emailVerified ? null : 'The issuer has not verified the e-mail.';
}

export type Admit = (claims: Claims) => Promise<string>;

export interface AdmissionOptions {
  database: Database;
  issuer: Issuer;
  allowDomains: readonly string[];
  now: () => number;
}

/** Creates the step that lets a person in whom the issuer has vouched for, and notes the sign-in. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { database, issuer, allowDomains, now } = options;
  return async (claims) => {
    const identity = identityFrom(issuer, claims);
    const refusal = refusalByDomain(identity, allowDomains);
    if (refusal !== null) throw new Error(refusal);
    if (allowDomains.length > 0 && issuer.isAuthorityOn?.(claims) === false) {
      throw new Error('The issuer does not run the mailbox of the e-mail.');
    }
    await noteSignIn(database, identity, now());
    return identity.uid;
  };
}

/** Notes a sign-in, with the name, photo and e-mail as they are today; rejects who is blocked. */
export async function noteSignIn(
  database: Database,
  { uid, displayName, photoURL, email, issuer, emailVerified }: Identity,
  now: number,
): Promise<void> {
  const [[known]] = await database.write<[UserRow]>({
    sql: UPSERT,
    parameters: [uid, displayName, photoURL, email, now, issuer, Number(emailVerified)],
  });
  if (known === undefined) throw new Error(`The person ${uid} is blocked.`);
}

export function userFromRow(row: UserRow): User {
  const { uid, displayName, photoURL, email, creationTime, lastSignInTime } = row;
  return {
    uid,
    displayName,
    photoURL,
    email,
    metadata: {
      creationTime: new Date(creationTime).toUTCString(),
      lastSignInTime: new Date(lastSignInTime).toUTCString(),
    },
  };
}
