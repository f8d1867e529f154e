import { getAuth, GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import { createFirebaseBackend } from '#client/backend/firebase/firebase-backend.ts';

declare global {
  interface Window {
    createFirebaseBackend: typeof createFirebaseBackend;
    signInAs: (account: string) => Promise<void>;
  }
}

// Tests open the adapter in this page, and call it there.
window.createFirebaseBackend = createFirebaseBackend;
window.signInAs = async (account) => {
  await signInWithCredential(getAuth(), GoogleAuthProvider.credential(account));
};
