import { getAuth, GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import type { Backend } from '#client/backend/backend.ts';
import { appCheckBy } from '#client/backend/firebase/app-check.ts';
import { createFirebaseBackend } from '#client/backend/firebase/firebase-backend.ts';

declare global {
  interface Window {
    openBackend: (site: {
      config: string;
      appCheckKey: string;
      arePaced: boolean;
    }) => Promise<Backend>;
    signInAs: (account: string) => Promise<void>;
  }
}

// Tests open the adapter in this page, and call it there.
window.openBackend = ({ appCheckKey, ...site }) =>
  createFirebaseBackend({
    ...site,
    loadAppCheck: appCheckKey === '' ? null : async () => appCheckBy(appCheckKey),
  });
window.signInAs = async (account) => {
  await signInWithCredential(getAuth(), GoogleAuthProvider.credential(account));
};
