import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, signOut, type Auth } from 'firebase/auth';
import {
  connectFirestoreEmulator,
  getFirestore,
  orderBy,
  query,
  where,
  type Firestore,
} from 'firebase/firestore';
import { Problem } from '#shared/problem.ts';
import type { Backend, LiveWindow } from '#client/backend/backend.ts';
import { logRedirectFailure, signInWithGoogle, watchAccount } from './firebase-account.ts';
import { loadFirebaseConfig, type FirebaseConfig } from './firebase-config.ts';
import { asProblem } from './firebase-problem.ts';
import { thoughtsIn } from './thought-document.ts';
import { watchThoughts } from './watch-thoughts.ts';
import { createThoughtWrites } from './write-thoughts.ts';

/** The backend that is a Firebase project; `builtInConfig` is its configuration as JSON, if any. */
export async function createFirebaseBackend(builtInConfig: string | undefined): Promise<Backend> {
  const { auth, firestore } = connect(await loadFirebaseConfig(builtInConfig));
  const windows = new Set<LiveWindow>();
  const closeWindows = (): void => {
    for (const window of windows) window.close();
    windows.clear();
  };

  logRedirectFailure(auth);
  // Another tab may sign out; a listener that outlives the session would only be refused.
  watchAccount(auth, (user) => {
    if (user === null) closeWindows();
  });

  return {
    onAuthState: (listener) => watchAccount(auth, listener),
    signIn: () => rejectingWithProblems(signInWithGoogle(auth)),
    signOut: () => {
      closeWindows();
      return rejectingWithProblems(signOut(auth));
    },
    ...createThoughtWrites(auth, firestore),
    watch: (name, size, onEvent) => {
      const user = auth.currentUser;
      if (user === null) throw new Problem('signed-out');
      const own = name === 'own' ? [where('uID', '==', user.uid)] : [];
      const thoughts = query(thoughtsIn(firestore), ...own, orderBy('createdAt', 'desc'));
      const window = watchThoughts(thoughts, size, onEvent);
      windows.add(window);
      return {
        grow: window.grow,
        close: () => {
          window.close();
          windows.delete(window);
        },
      };
    },
  };
}

function connect(config: FirebaseConfig): { auth: Auth; firestore: Firestore } {
  const { emulators, apiKey, authDomain, projectId, appId } = config;
  const app = initializeApp({ apiKey, authDomain, projectId, ...(appId && { appId }) });
  const auth = getAuth(app);
  const firestore = getFirestore(app);
  if (emulators) {
    const { host, port } = emulators.auth;
    connectAuthEmulator(auth, `http://${host}:${port}`, { disableWarnings: true });
    connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
  }
  return { auth, firestore };
}

async function rejectingWithProblems(task: Promise<void>): Promise<void> {
  try {
    await task;
  } catch (error) {
    throw asProblem(error);
  }
}
