import { getAuth, GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import type { Backend, LiveQueryName, LiveWindow, Unsubscribe } from '#client/backend/backend.ts';
import { createFirebaseBackend } from '#client/backend/firebase/firebase-backend.ts';
import { Problem } from '#shared/problem.ts';

declare global {
  interface Window {
    /** Given by the test: takes what a listener is told. */
    tell: (listener: number, told: unknown) => Promise<void>;
    /** Called by the test: does one thing with the backend, and answers with its refusal, if any. */
    ask: (question: string) => Promise<string | null>;
  }
}

/** What a test asks of the page. */
export type Question =
  | { type: 'open'; config: object }
  | { type: 'sign in'; account: object }
  | { type: 'press sign in' }
  | { type: 'sign out' }
  | { type: 'add' | 'edit'; textID: string; text: string }
  | { type: 'delete'; textID: string }
  | { type: 'listen'; listener: number }
  | { type: 'watch'; listener: number; query: LiveQueryName; size: number }
  | { type: 'grow' | 'stop'; listener: number };

const stops = new Map<number, Unsubscribe>();
const windows = new Map<number, LiveWindow>();
let opened: Backend | undefined;

window.ask = async (question) => {
  try {
    // As text all the way: a lone half of a character would not survive otherwise.
    await answer(JSON.parse(question));
    return null;
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

async function answer(question: Question): Promise<void> {
  if (question.type === 'open') {
    opened = await createFirebaseBackend(JSON.stringify(question.config));
    return;
  }
  if (opened === undefined) throw new Error('The backend is not open');
  await answerWith(opened, question);
}

async function answerWith(
  backend: Backend,
  question: Exclude<Question, { type: 'open' }>,
): Promise<void> {
  if ('listener' in question) return listen(backend, question);
  switch (question.type) {
    case 'sign in':
      return signInWith(JSON.stringify(question.account));
    case 'press sign in':
      return backend.signIn();
    case 'sign out':
      return backend.signOut();
    case 'add':
      return backend.addThought(question.textID, question.text);
    case 'edit':
      return backend.editThought(question.textID, question.text);
    case 'delete':
      return backend.deleteThought(question.textID);
  }
}

async function signInWith(googleAccount: string): Promise<void> {
  await signInWithCredential(getAuth(), GoogleAuthProvider.credential(googleAccount));
}

type Listening = Extract<Question, { listener: number }>;

function listen(backend: Backend, question: Listening): void {
  const { type, listener } = question;
  const tell = (told: unknown): void => void window.tell(listener, told);
  if (type === 'listen') {
    stops.set(listener, backend.onAuthState(tell));
  } else if (type === 'watch') {
    const live = backend.watch(question.query, question.size, tell);
    windows.set(listener, live);
    stops.set(listener, live.close);
  } else if (type === 'grow') {
    windows.get(listener)?.grow();
  } else {
    stops.get(listener)?.();
  }
}
