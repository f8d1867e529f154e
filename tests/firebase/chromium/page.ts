import { getAuth, GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import type { Backend, LiveQuery, LiveQueryName, Writes } from '#client/backend/backend.ts';
import { createFirebaseBackend } from '#client/backend/firebase/firebase-backend.ts';
import { Problem } from '#shared/problem.ts';

/** What a call returns when its write was aborted. */
const ABORTED = 'aborted';

/** The functions that a test calls in the page, each call with its own number. */
export type Calls = ReturnType<typeof callsOf>;

declare global {
  interface Window {
    /** Provided by the test: takes what a listener receives. */
    notify: (listener: number, event: unknown) => Promise<void>;
    /** Called by the test: makes one call, and returns its refusal, if any. */
    call: (name: keyof Calls, number: number, args: string) => Promise<string | null>;
  }
}

const aborts = new Map<number, AbortController>();
const listeners = new Map<number, { close: () => void; query?: LiveQuery }>();
let calls: Calls | undefined;

window.call = async (name, number, args) => {
  try {
    // Arguments travel as text: otherwise half a character would not survive.
    const given: never[] = JSON.parse(args);
    if (name === 'open') calls = callsOf(await createFirebaseBackend(JSON.stringify(given[0])));
    const call: ((number: number, ...rest: never[]) => unknown) | undefined = calls?.[name];
    await call?.(number, ...given);
    return null;
  } catch (error) {
    if (error === aborts.get(number)?.signal.reason) return ABORTED;
    return error instanceof Problem ? error.code : String(error);
  }
};

function callsOf(backend: Backend) {
  return {
    open: (_number: number, _config: object): void => {},
    signInAs: async (_number: number, account: object): Promise<void> => {
      const credential = GoogleAuthProvider.credential(JSON.stringify(account));
      await signInWithCredential(getAuth(), credential);
    },
    signIn: (): Promise<void> => backend.signIn(),
    signOut: (): Promise<void> => backend.signOut(),
    write: (number: number, name: keyof Writes, given: never): Promise<void> =>
      backend[name](given, signalOf(number)),
    abort: (number: number): void => (aborts.get(number) ?? newAbort(number)).abort(),
    onAuthState: (number: number): void =>
      backend.onAuthState((user) => void window.notify(number, user)),
    watch: (number: number, name: LiveQueryName, size: number): void => {
      const query = backend.watch(name, size, {
        onWindow: (shown) => void window.notify(number, shown),
        onLive: (isLive) => void window.notify(number, isLive),
      });
      listeners.set(number, { close: query.close, query });
    },
    grow: (number: number): void => listeners.get(number)?.query?.grow(),
    close: (number: number): void => listeners.get(number)?.close(),
  };
}

function signalOf(number: number): AbortSignal {
  return (aborts.get(number) ?? newAbort(number)).signal;
}

function newAbort(number: number): AbortController {
  const controller = new AbortController();
  aborts.set(number, controller);
  return controller;
}
