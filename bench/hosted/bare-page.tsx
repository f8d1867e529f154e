import { initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  getAuth,
  GoogleAuthProvider,
  onAuthStateChanged,
  signInWithCredential,
} from 'firebase/auth';
import {
  collection,
  connectFirestoreEmulator,
  getFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  Timestamp,
  where,
} from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import { createRoot } from 'react-dom/client';
import { COLLECTION } from '#shared/thought.ts';

declare global {
  interface Window {
    signInAs: (account: string) => Promise<void>;
    addText: (text: string) => Promise<void>;
  }
}

// The least that shows a live list with React and the same SDK: no other states, no drafts, no order of writes.

const { emulators, ...options } = await (await fetch('/__/firebase/init.json')).json();
const app = initializeApp(options);
const auth = getAuth(app);
const firestore = getFirestore(app);
connectAuthEmulator(auth, `http://${emulators.auth.host}:${emulators.auth.port}`, {
  disableWarnings: true,
});
connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
// The emulator takes writes by this client only.
const writer = lite.getFirestore(app);
lite.connectFirestoreEmulator(writer, emulators.firestore.host, emulators.firestore.port);

const thoughts = collection(firestore, COLLECTION);
const root = createRoot(document.querySelector('#root') ?? document.body);
onAuthStateChanged(auth, (user) => {
  if (user === null) return;
  // The project's own emulator serves no other query.
  const all = where('createdAt', '>=', new Timestamp(-62_135_596_800, 0));
  const newest = query(thoughts, all, orderBy('createdAt', 'desc'), limit(51));
  onSnapshot(newest, ({ docs }) =>
    root.render(
      docs.map((one) => (
        <article key={one.id}>
          <p>{one.get('uName')}</p>
          <p>{one.get('text')}</p>
        </article>
      )),
    ),
  );
});

window.signInAs = async (account) => {
  await signInWithCredential(auth, GoogleAuthProvider.credential(account));
};
window.addText = async (text) => {
  const { uid: uID, displayName: uName } = auth.currentUser ?? {};
  const thought = { uID, uName, text, createdAt: lite.serverTimestamp(), uProfile: '' };
  await lite.addDoc(lite.collection(writer, COLLECTION), thought);
};
