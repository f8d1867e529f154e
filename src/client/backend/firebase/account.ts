import { FirebaseError } from 'firebase/app';
import {
  getRedirectResult,
  GoogleAuthProvider,
  onAuthStateChanged,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
  type User as FirebaseUser,
} from 'firebase/auth';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';
import { asProblem } from './problem.ts';

export type Author = Pick<Thought, 'uID' | 'uName' | 'uProfile'>;

/** Calls back with the signed-in person, first when known, then at every change. */
export function watchAccount(auth: Auth, listener: (user: User | null) => void): Unsubscribe {
  return onAuthStateChanged(auth, (user) => listener(user && accountOf(user)));
}

/** Signs in with Google by popup, or by redirect where popups are blocked or can't report back. */
export async function signInWithGoogle(auth: Auth): Promise<void> {
  const google = new GoogleAuthProvider();
  if (isInstalled()) return signInWithRedirect(auth, google);
  try {
    await signInWithPopup(auth, google);
  } catch (error) {
    if (!isPopupRefusal(error)) throw error;
    await signInWithRedirect(auth, google);
  }
}

/** Logs why a sign-in by redirect failed; its success shows in the auth state. */
export function logRedirectFailure(auth: Auth): void {
  getRedirectResult(auth).catch((error: unknown) => console.error('Sign-in failed', error));
}

/**
 * The author's fields as the token has them: what the rules compare with. Edits and deletes ask for
 * them, too: this renews a token that runs out, and where that fails the SDK's transaction would
 * never settle. `isRenewed` renews it in any case: the small client never does so by itself.
 */
export async function requireAuthor(auth: Auth, isRenewed: boolean): Promise<Author> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user === null) throw new Problem('signed-out');
  try {
    const { claims } = await user.getIdTokenResult(isRenewed);
    return { uID: user.uid, uName: asText(claims['name']), uProfile: asText(claims['picture']) };
  } catch (error) {
    throw asProblem(error);
  }
}

function asText(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** An installed app on iOS opens popups in another browser, which has no way back to it. */
function isInstalled(): boolean {
  const isStandalone = 'standalone' in navigator && navigator.standalone === true;
  return isStandalone || matchMedia('(display-mode: standalone)').matches;
}

function isPopupRefusal(error: unknown): boolean {
  return (
    error instanceof FirebaseError &&
    (error.code === 'auth/popup-blocked' ||
      error.code === 'auth/operation-not-supported-in-this-environment')
  );
}

function accountOf(user: FirebaseUser): User {
  const { uid, displayName, photoURL, email, metadata } = user;
  return {
    uid,
    displayName,
    photoURL,
    email,
    metadata: {
      creationTime: metadata.creationTime ?? '',
      lastSignInTime: metadata.lastSignInTime ?? '',
    },
  };
}
