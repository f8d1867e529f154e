import type { Selectable } from 'kysely';

/** Everyone who has signed in, as their issuer last described them. Times in milliseconds. */
export interface UsersTable {
  uid: string;
  displayName: string | null;
  photoURL: string | null;
  email: string | null;
  creationTime: number;
  lastSignInTime: number;
}
export type UserRow = Selectable<UsersTable>;
