import { cookieName } from '#server/auth/private-cookie.ts';
import { openBeside } from '#server/database/open-database.ts';
import { startSession } from '#server/testing/sign-in.ts';

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
  issuer?: string,
): Promise<SignedIn[]> {
  const databaseURL = place.startsWith('postgres:') ? place : null;
  const database = await openBeside({ databaseURL, dataFolder: place }, { mayCreate: true });
  const signInOne = async (): Promise<SignedIn> => {
    const account = { name: 'Person 1', email: `${crypto.randomUUID()}@example.org` };
    const { uid, token } = await startSession(database, account, issuer);
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
