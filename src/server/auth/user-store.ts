import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/schema.ts';
import type { UserRow } from '#server/database/users-table.ts';
import type { Identity } from './identity.ts';

export interface UserStore {
  /** Notes a sign-in, with the name, photo and e-mail as they are today. */
  signIn: (identity: Identity) => Promise<void>;
}

/** Creates the store of everyone who has signed in. */
export function createUserStore(database: Database, now: () => number): UserStore {
  return {
    signIn: async ({ uid, displayName, photoURL, email }) => {
      const described = { displayName, photoURL, email, lastSignInTime: now() };
      await database
        .insertInto('users')
        .values({ uid, ...described, creationTime: described.lastSignInTime })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(described))
        .execute();
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
