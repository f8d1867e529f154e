import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/database.ts';
import type { Identity } from './identity.ts';

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

export interface UserStore {
  /** Notes a sign-in, with the name, photo and e-mail as they are today; rejects who is blocked. */
  signIn: (identity: Identity) => Promise<void>;
}

const UPSERT = `insert into "users"
    ("uid", "displayName", "photoURL", "email", "creationTime", "lastSignInTime", "issuer",
      "emailVerified")
  select ?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7 where ?1 not in (select "uid" from "blocked")
  on conflict ("uid") do update set "displayName" = ?2, "photoURL" = ?3, "email" = ?4,
    "lastSignInTime" = ?5, "issuer" = ?6, "emailVerified" = ?7
  returning "uid"`;

/** Creates the store of everyone who has signed in. */
export function createUserStore(database: Database, now: () => number): UserStore {
  return {
    signIn: async ({ uid, displayName, photoURL, email, issuer, emailVerified }) => {
      const [[known]] = await database.write<[UserRow]>({
        sql: UPSERT,
        parameters: [uid, displayName, photoURL, email, now(), issuer, Number(emailVerified)],
      });
      if (known === undefined) throw new Error(`The person ${uid} is blocked.`);
    },
  };
}

/** A person as their own browser may see them. */
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
