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
import type { User } from '#shared/user.ts';
import type { Unsubscribe } from '#client/backend/backend.ts';

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

/** The signed-in person, once it is known whether there is one. */
export async function requireUser(auth: Auth): Promise<FirebaseUser> {
  await auth.authStateReady();
  if (auth.currentUser === null) throw new Problem('signed-out');
  return auth.currentUser;
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
