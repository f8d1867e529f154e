import { randomBytes } from 'node:crypto';
import { noteSignIn } from '#server/auth/identity.ts';
import { cookieName } from '#server/auth/private-cookie.ts';
import { createSessionStore } from '#server/auth/session-store.ts';
import { openDatabase } from '#server/database/open-database.ts';

const LOCAL = 'local-accounts';
/** People signed in at a time: each takes two writes that wait for the disk. */
const AT_ONCE = 1_000;

export interface SignedIn {
  uid: string;
  /** The Cookie header of a browser signed in at an origin. */
  cookieAt: (origin: string) => string;
}

/** Signs people in through the board's stores: the issuer's pages would take too long. */
export async function signInPeople(
  place: string,
  people: number,
  issuer = LOCAL,
): Promise<SignedIn[]> {
  const databaseURL = place.startsWith('postgres:') ? place : null;
  const database = await openDatabase({ databaseURL, dataFolder: place }, (error) => {
    throw error;
  });
  const sessions = createSessionStore(database, issuer, Date.now);
  const signInOne = async (): Promise<SignedIn> => {
    const uid = randomBytes(21).toString('base64url');
    const photoURL = `/${LOCAL}/pictures/9/P1`;
    const [displayName, email] = ['Person', `${uid}@example.org`];
    const person = { uid, displayName, photoURL, email, emailVerified: 1, issuer };
    await noteSignIn(database, person, Date.now());
    const token = await sessions.create(uid);
    return { uid, cookieAt: (origin) => `${cookieName('session', origin)}=${token}` };
  };
  const signedIn: SignedIn[] = [];
  while (signedIn.length < people) {
    const count = Math.min(AT_ONCE, people - signedIn.length);
    signedIn.push(...(await Promise.all(Array.from({ length: count }, signInOne))));
  }
  await database.close();
  return signedIn;
}
