import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, getRedirectResult } from 'firebase/auth';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  enableNetwork,
  getFirestore,
  orderBy,
  query,
  Timestamp,
  where,
  type Firestore,
  type Query,
} from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import { Problem } from '#shared/problem.ts';
import { COLLECTION } from '#shared/thought.ts';
import type {
  Backend,
  LiveQuery,
  LiveQueryName,
  Mark,
  WindowListener,
} from '#client/backend/backend.ts';
import { signInWithGoogle, signOutOf, watchAccount } from './account.ts';
import { loadFirebaseConfig, type FirebaseConfig, type SiteSettings } from './config.ts';
import { hideHangingIndexedDB } from './hanging-storage.ts';
import { throwProblem } from './problem.ts';
import { ARRIVAL_MS, watchThoughts } from './watch-thoughts.ts';
import { createThoughtWrites } from './writes.ts';

/** A page that did not look at the clock for longer (ms) may have slept, and lost its connection silently. */
const SLEEP_MS = 10_000;

/** How often (ms) a visible page looks at the clock: a computer that sleeps stops all timers. */
const LOOK_MS = 1_000;

/** Milliseconds after which a visible page with a query that is not live restarts the SDK's connection. */
const RESTART_MS = 15_000;

/** A filter finds values of its own type only: other values of the field would come before all timestamps. */
const ANY_TIMESTAMP = ['createdAt', '>=', new Timestamp(-62_135_596_800, 0)] as const;

/** The backend that is a Firebase project. */
export async function createFirebaseBackend(site: SiteSettings): Promise<Backend> {
  const [config] = await Promise.all([loadFirebaseConfig(site.config), hideHangingIndexedDB()]);
  const { auth, firestore, writer } = await connect(config, site.loadAppCheck);
  /** The queries that are not live, by their listeners. */
  const waiting = new Set<WindowListener>();
  const queries = new Set<LiveQuery>();
  const expect = (mark: Mark): void =>
    void setTimeout(() => {
      if ([...queries].some(({ hasPassed }) => !hasPassed(mark))) restart(firestore);
    }, ARRIVAL_MS);

  keepConnected(firestore, waiting);
  // A sign-in that succeeded shows in the auth state.
  getRedirectResult(auth).catch((error: unknown) => console.error('Sign-in failed', error));

  return {
    onAuthState: (listener) => watchAccount(auth, listener),
    signIn: () => signInWithGoogle(auth).catch(throwProblem),
    signOut: (author) => signOutOf(auth, author),
    ...createThoughtWrites({ auth, firestore: writer, arePaced: site.arePaced }, expect),
    watch: (name, size, listener) => {
      const user = auth.currentUser;
      if (user === null) throw new Problem('signed-out');
      waiting.add(listener);
      const live = watchThoughts(newestFirstIn(firestore, name, user.uid), size, {
        ...listener,
        onLive: (isLive) => {
          if (isLive) waiting.delete(listener);
          else waiting.add(listener);
          listener.onLive(isLive);
        },
      });
      queries.add(live);
      return {
        ...live,
        close: () => {
          queries.delete(live);
          waiting.delete(listener);
          live.close();
        },
      };
    },
  };
}

function newestFirstIn(firestore: Firestore, name: LiveQueryName, uid: string): Query {
  const own = name === 'own' ? [where('uID', '==', uid)] : [];
  const newest = orderBy('createdAt', 'desc');
  return query(collection(firestore, COLLECTION), ...own, where(...ANY_TIMESTAMP), newest);
}

async function connect(
  { emulators, ...options }: FirebaseConfig,
  loadAppCheck: SiteSettings['loadAppCheck'],
) {
  const app = initializeApp(options);
  // The first request must carry it already.
  if (loadAppCheck) (await loadAppCheck())(app);
  const auth = getAuth(app);
  const firestore = getFirestore(app);
  // Writes have a client whose requests block neither each other nor the live listeners.
  const writer = lite.getFirestore(app);
  if (!emulators) return { auth, firestore, writer };
  const authAddress = `http://${emulators.auth.host}:${emulators.auth.port}`;
  connectAuthEmulator(auth, authAddress, { disableWarnings: true });
  const { host, port } = emulators.firestore;
  connectFirestoreEmulator(firestore, host, port);
  lite.connectFirestoreEmulator(writer, host, port);
  return { auth, firestore, writer };
}

function restart(firestore: Firestore): void {
  void disableNetwork(firestore).then(() => enableNetwork(firestore));
}

/** Restarts the SDK's connection after a sleep: its own back-off grows to 90 s, and it may not notice. */
function keepConnected(firestore: Firestore, waiting: ReadonlySet<WindowListener>): void {
  let lookedAt = Date.now();
  const look = (): void => {
    if (document.hidden) return;
    const passed = Date.now() - lookedAt;
    lookedAt += passed;
    if (passed > SLEEP_MS) restart(firestore);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
  setInterval(() => {
    if (!document.hidden && waiting.size > 0) restart(firestore);
  }, RESTART_MS);
}
