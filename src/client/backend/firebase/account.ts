import { FirebaseError } from 'firebase/app';
import {
  GoogleAuthProvider,
  onAuthStateChanged,
  signOut,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
  type User as FirebaseUser,
} from 'firebase/auth';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { throwProblem } from './problem.ts';

export type AuthorFields = Pick<Thought, 'uID' | 'uName' | 'uProfile'>;

/** Signs this person out; rejects with `signed-out` if somebody else is signed in. */
export async function signOutOf(auth: Auth, uid: string): Promise<void> {
  await auth.authStateReady();
  if ((auth.currentUser?.uid ?? uid) !== uid) throw new Problem('signed-out');
  await signOut(auth).catch(throwProblem);
}

export function watchAccount(auth: Auth, listener: (user: User | null) => void): void {
  onAuthStateChanged(auth, (user) => listener(user && accountOf(user)));
}

/** Signs in with Google by popup, or by redirect where popups are blocked or can't report back. */
export async function signInWithGoogle(auth: Auth): Promise<void> {
  const google = new GoogleAuthProvider();
  // An installed app on iOS opens popups in another browser, which has no way back to it.
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isInstalled) return signInWithRedirect(auth, google);
  try {
    await signInWithPopup(auth, google);
  } catch (error) {
    const isBlocked = error instanceof FirebaseError && error.code === 'auth/popup-blocked';
    if (!isBlocked) throw error;
    await signInWithRedirect(auth, google);
  }
}

/**
 * The fields of the author with this uid, as the token has them; rejects with `signed-out` unless they are signed
 * in. In a transaction, a token that can't be renewed never settles.
 */
export async function requireAuthor(
  auth: Auth,
  uid: string,
  isRenewed: boolean,
): Promise<AuthorFields> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user?.uid !== uid) throw new Problem('signed-out');
  const { claims } = await user.getIdTokenResult(isRenewed).catch(throwProblem);
  return { uID: user.uid, uName: asText(claims['name']), uProfile: asText(claims['picture']) };
}

function asText(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

function accountOf({ uid, displayName, photoURL, email, metadata }: FirebaseUser): User {
  const { creationTime = '', lastSignInTime = '' } = metadata;
  return { uid, displayName, photoURL, email, metadata: { creationTime, lastSignInTime } };
}
