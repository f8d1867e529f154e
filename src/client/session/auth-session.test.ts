import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import { createMemoryBackend } from '#client/backend/memory/memory-backend.ts';
import { createMemoryDatabase } from '#client/backend/memory/memory-database.ts';
import type { BrowserStorage } from '#client/store/browser-storage.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { createAuthSession, type AuthState } from './auth-session.ts';

const ADA: User = {
  uid: 'uid-of-ada',
  displayName: 'Ada',
  photoURL: null,
  email: 'ada@mail.example',
  metadata: { creationTime: 'then', lastSignInTime: 'now' },
};

describe('the session', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is unknown first, then the person, who is kept while signed in', async () => {
    const { session, storage, first } = await open();
    expect(first).toBe('unknown');
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.get()).toEqual(ADA);
    expect(JSON.parse(storage.getItem('authUser') ?? '')).toEqual(ADA);
  });

  test('a visitor is nobody, and nobody is kept', async () => {
    const storage = openBrowser()();
    storage.setItem('authUser', JSON.stringify(ADA));
    const { session } = await open({ isSignedIn: false, storage });
    await vi.advanceTimersByTimeAsync(0);
    expect(session.state.get()).toBeNull();
    expect(storage.getItem('authUser')).toBeNull();
  });

  test('a repeated word of the same person changes nothing', async () => {
    const { session, backend } = await open();
    await vi.advanceTimersByTimeAsync(0);
    const changed = vi.fn<() => void>();
    session.state.subscribe(changed);
    await backend.signIn();
    expect(changed).not.toHaveBeenCalled();
  });

  test('a sign-out holds at once and is retried until it is carried out', async () => {
    const { session, storage, failures, signOuts } = await open();
    await vi.advanceTimersByTimeAsync(0);
    failures.push('unavailable', 'internal');
    session.signOut();
    expect(session.state.get()).toBeNull();
    expect(storage.getItem('authUser')).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(signOuts()).toBe(3);
    expect(storage.keys()).toEqual([]);
  });

  test('a sign-out holds at once, and is carried out after what comes before it', async () => {
    const { session, signOuts } = await open();
    await vi.advanceTimersByTimeAsync(0);
    const known = vi.fn<(state: AuthState) => void>();
    session.signOut(async () => {
      known(session.state.get());
      await pause(3_000);
    });
    expect(session.state.get()).toBeNull();
    expect(known).toHaveBeenCalledExactlyOnceWith(ADA);
    await vi.advanceTimersByTimeAsync(2_990);
    expect(signOuts()).toBe(0);
    await vi.advanceTimersByTimeAsync(10);
    expect(signOuts()).toBe(1);
  });

  test('signing in gives up what comes before a sign-out', async () => {
    const { session, signOuts } = await open();
    await vi.advanceTimersByTimeAsync(0);
    const isGivenUp = vi.fn<() => void>();
    session.signOut(async (signal) => {
      signal.addEventListener('abort', isGivenUp);
      await pause(3_000);
    });
    await session.signIn();
    expect(isGivenUp).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signOuts()).toBe(1);
    expect(session.state.get()).toEqual(ADA);
  });

  test('a sign-out that is refused is logged, and stays wanted for the next page', async () => {
    const { session, storage, failures, signOuts } = await open();
    await vi.advanceTimersByTimeAsync(0);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    failures.push('forbidden');
    session.signOut();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signOuts()).toBe(1);
    expect(logged).toHaveBeenCalledWith('Signing out failed', new Problem('forbidden'));
    expect(session.state.get()).toBeNull();
    expect(storage.keys()).toEqual(['thought-cloud:sign-out']);
  });

  test('no session is trusted while a sign-out of the page before is pending', async () => {
    const storage = openBrowser()();
    storage.setItem('thought-cloud:sign-out', 'true');
    const { session } = await open({ storage, failures: ['unavailable'] });
    expect(session.state.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(session.state.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(storage.keys()).toEqual([]);
    expect(session.state.get()).toBeNull();
  });

  test('signing in carries a pending sign-out out first, and fails when it fails', async () => {
    const { session, failures, signOuts } = await open();
    await vi.advanceTimersByTimeAsync(0);
    failures.push('unavailable', 'unavailable');
    session.signOut();
    await vi.advanceTimersByTimeAsync(0);
    await expect(session.signIn()).rejects.toThrow('unavailable');
    expect(session.state.get()).toBeNull();
    await session.signIn();
    expect(session.state.get()).toEqual(ADA);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.state.get()).toEqual(ADA);
    expect(signOuts()).toBe(3);
  });

  test('a sign-out in one tab is one in every tab, also while offline', async () => {
    const tab = openBrowser();
    const [first, second] = [await open({ storage: tab() }), await open({ storage: tab() })];
    await vi.advanceTimersByTimeAsync(0);
    first.failures.push('unavailable');
    first.session.signOut();
    await vi.advanceTimersByTimeAsync(0);
    expect(second.session.state.get()).toBeNull();
  });

  test('only the tab that was asked carries a sign-out out, as long as it is there', async () => {
    const [asked, other] = await openTwo();
    asked.session.signOut(() => pause(5_000));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.signOuts(), other.signOuts()]).toEqual([1, 0]);
    const [gone, left] = await openTwo();
    gone.session.signOut(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(9_990);
    expect(left.signOuts()).toBe(0);
    await vi.advanceTimersByTimeAsync(10);
    expect(left.signOuts()).toBe(1);
    expect(left.storage.keys()).toEqual([]);
  });

  test('a sign-out under way is given up once another tab has carried it out', async () => {
    const [asked, other] = await openTwo();
    other.failures.push('silence');
    asked.session.signOut(() => pause(20_000));
    await vi.advanceTimersByTimeAsync(19_990);
    expect(other.signals().map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(10);
    expect(other.signals().map(({ aborted }) => aborted)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(other.signOuts()).toBe(1);
  });

  test('signing in does not fail by a sign-out that another tab carries out meanwhile', async () => {
    const [asked, other] = await openTwo();
    asked.session.signOut(() => pause(3_000));
    await vi.advanceTimersByTimeAsync(0);
    other.failures.push('silence');
    const signedIn = other.session.signIn();
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(signedIn).resolves.toBeUndefined();
    expect(other.session.state.get()).toEqual(ADA);
  });
});

/** Two tabs of one browser in which Ada is signed in. */
async function openTwo() {
  const tab = openBrowser();
  const tabs = [await open({ storage: tab() }), await open({ storage: tab() })] as const;
  await vi.advanceTimersByTimeAsync(0);
  return tabs;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

function pause(millis: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, millis);
  });
}

async function open(settings: Settings = {}) {
  const { isSignedIn = true, storage = openBrowser()(), failures = [] } = settings;
  const memory = createMemoryBackend(createMemoryDatabase(), ADA);
  if (isSignedIn) await memory.signIn();
  const signOut = vi.fn<Backend['signOut']>(async (signal) => {
    const next = failures.shift();
    if (next === 'silence') await untilAborted(signal);
    else if (next !== undefined) throw new Problem(next);
    await memory.signOut(signal);
  });
  const backend = { ...memory, signOut };
  const session = createAuthSession(backend, storage);
  const first = session.state.get();
  const signals = (): AbortSignal[] => signOut.mock.calls.map(([signal]) => signal);
  const signOuts = (): number => signOut.mock.calls.length;
  return { session, first, backend, storage, failures, signals, signOuts };
}

interface Settings {
  isSignedIn?: boolean;
  storage?: BrowserStorage;
  /** The next failures of signing out, in order. */
  failures?: (ProblemCode | 'silence')[];
}
