import { getAuth, GoogleAuthProvider, signInWithCredential } from 'firebase/auth';
import type { Backend, LiveQuery, Unsubscribe } from '#client/backend/backend.ts';
import { createFirebaseBackend } from '#client/backend/firebase/firebase-backend.ts';
import { Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { ABORTED, type Request, type WindowEvent } from './protocol.ts';

declare global {
  interface Window {
    /** Given by the test: takes what a listener receives. */
    notify: (listener: number, event: unknown) => Promise<void>;
    /** Called by the test: makes one call to the backend, and returns its refusal, if any. */
    call: (request: string) => Promise<string | null>;
  }
}

const unsubscribes = new Map<number, Unsubscribe>();
const queries = new Map<number, LiveQuery>();
const aborts = new Map<number, AbortController>();
const objects = new WeakMap<Thought, number>();
let objectCount = 0;
let opened: Backend | undefined;

window.call = async (text) => {
  // As text all the way: a lone half of a character would not survive otherwise.
  const request: Request = JSON.parse(text);
  try {
    await handle(request);
    return null;
  } catch (error) {
    if ('write' in request && error === aborts.get(request.write)?.signal.reason) return ABORTED;
    return error instanceof Problem ? error.code : String(error);
  }
};

async function handle(request: Request): Promise<void> {
  if (request.type === 'open') {
    opened = await createFirebaseBackend(JSON.stringify(request.config));
    return;
  }
  if (opened === undefined) throw new Error('The backend is not open');
  if ('listener' in request) return listen(opened, request);
  if ('write' in request) return write(opened, request);
  switch (request.type) {
    case 'sign in':
      return signInWith(JSON.stringify(request.account));
    case 'press sign in':
      return opened.signIn();
  }
}

async function signInWith(googleAccount: string): Promise<void> {
  await signInWithCredential(getAuth(), GoogleAuthProvider.credential(googleAccount));
}

async function write(
  backend: Backend,
  request: Extract<Request, { write: number }>,
): Promise<void> {
  const controller = aborts.get(request.write) ?? new AbortController();
  aborts.set(request.write, controller);
  const { signal } = controller;
  switch (request.type) {
    case 'abort':
      return controller.abort();
    case 'add':
      return backend.addThought(request, signal);
    case 'edit':
      return backend.editThought(request.edit, signal);
    case 'sign out':
      return backend.signOut(signal);
    case 'delete':
      return backend.deleteThought(request.textID, signal);
  }
}

function listen(backend: Backend, request: Extract<Request, { listener: number }>): void {
  const { type, listener } = request;
  switch (type) {
    case 'subscribe':
      unsubscribes.set(
        listener,
        backend.onAuthState((user) => void window.notify(listener, user)),
      );
      return;
    case 'watch':
      return watch(backend, request);
    case 'grow':
      return queries.get(listener)?.grow();
    case 'shrink':
      return queries.get(listener)?.shrink(request.size);
    case 'unsubscribe':
      return unsubscribes.get(listener)?.();
  }
}

function watch(
  backend: Backend,
  { listener, query, size }: Extract<Request, { type: 'watch' }>,
): void {
  const notify = (event: WindowEvent): void => void window.notify(listener, event);
  const live = backend.watch(query, size, {
    onWindow: ({ thoughts, ...rest }) => {
      const numbered = thoughts.map((thought) => [numberOf(thought), thought] as const);
      notify({ type: 'window', thoughts: numbered, ...rest });
    },
    onLive: (isLive) => notify({ type: 'live', isLive }),
  });
  queries.set(listener, live);
  unsubscribes.set(listener, live.close);
}

function numberOf(thought: Thought): number {
  const known = objects.get(thought);
  if (known !== undefined) return known;
  objectCount += 1;
  objects.set(thought, objectCount);
  return objectCount;
}
