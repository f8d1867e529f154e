import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, signOut, type Auth } from 'firebase/auth';
import {
  connectFirestoreEmulator,
  getFirestore,
  orderBy,
  query,
  where,
  type Firestore,
  type Query,
} from 'firebase/firestore';
import { Problem } from '#shared/problem.ts';
import type { Backend, LiveQuery, LiveQueryName } from '#client/backend/backend.ts';
import { logRedirectFailure, signInWithGoogle, watchAccount } from './firebase-account.ts';
import { loadFirebaseConfig, type FirebaseConfig } from './firebase-config.ts';
import { asProblem } from './firebase-problem.ts';
import { thoughtsIn } from './thought-document.ts';
import { watchThoughts } from './watch-thoughts.ts';
import { createThoughtWrites } from './write-thoughts.ts';

/** The backend that is a Firebase project; `builtInConfig` is its configuration as JSON, if any. */
export async function createFirebaseBackend(builtInConfig: string | undefined): Promise<Backend> {
  const { auth, firestore } = connect(await loadFirebaseConfig(builtInConfig));
  const queries = new Set<LiveQuery>();
  const closeQueries = (): void => {
    for (const query of queries) query.close();
    queries.clear();
  };

  logRedirectFailure(auth);
  let uid: string | undefined;
  // Another tab may sign out; a listener that outlives its session would only be refused.
  watchAccount(auth, (user) => {
    if (user?.uid !== uid) closeQueries();
    uid = user?.uid;
  });

  return {
    onAuthState: (listener) => watchAccount(auth, listener),
    signIn: () => rejectingWithProblems(signInWithGoogle(auth)),
    signOut: () => {
      closeQueries();
      return rejectingWithProblems(signOut(auth));
    },
    ...createThoughtWrites(auth, firestore),
    watch: (name, size, listener) => {
      const user = auth.currentUser;
      if (user === null) throw new Problem('signed-out');
      const { close, ...query } = watchThoughts(
        newestFirstIn(firestore, name, user.uid),
        size,
        listener,
      );
      const watched: LiveQuery = {
        ...query,
        close: () => {
          close();
          queries.delete(watched);
        },
      };
      queries.add(watched);
      return watched;
    },
  };
}

function newestFirstIn(firestore: Firestore, name: LiveQueryName, uid: string): Query {
  const own = name === 'own' ? [where('uID', '==', uid)] : [];
  return query(thoughtsIn(firestore), ...own, orderBy('createdAt', 'desc'));
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
