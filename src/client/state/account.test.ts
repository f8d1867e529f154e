// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import { createMemoryBackend, createMemoryDatabase } from '#tests/client/memory-backend.ts';
import { openBoard } from './board.ts';
import { openPages } from '#client/browser/open-pages.ts';
import { createStore } from '#client/store/store.ts';
import { installLocks, openBrowser } from '#tests/client/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { openAccount, whenLoaded, type Account } from './account.ts';

installLocks();
beforeEach(() => void vi.useFakeTimers());

test('a sign-out holds at once and is retried until it is carried out', async () => {
  const { account, storage, failures, signOuts } = await open();
  failures.push('unavailable', 'internal');
  account.signOut();
  expect(userOf(account)).toBeNull();
  expect(storage.getItem('authUser')).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signOuts()).toBe(3);
  expect(storage.keys()).toEqual([]);
  // Nothing is sent any more for the person who is gone: it would be sent for the next one.
  expect(vi.getTimerCount()).toBe(0);
});

test('a sign-out that is refused is logged, and stays pending for the next page', async () => {
  const { account, storage, failures, signOuts } = await open();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  failures.push('forbidden');
  account.signOut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signOuts()).toBe(1);
  expect(logged).toHaveBeenCalledWith('Signing out failed', new Problem('forbidden'));
  expect(userOf(account)).toBeNull();
  expect(storage.keys()).toEqual(['thought-cloud:sign-out']);
});

test('no session is trusted while a sign-out of an earlier page is pending', async () => {
  const storage = openBrowser()();
  storage.setItem('thought-cloud:sign-out', SAMPLE_USER.uid);
  const { account } = await open(storage, 'unavailable');
  expect(userOf(account)).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(storage.keys()).toEqual([]);
  expect(userOf(account)).toBeNull();
});

test('signing in carries a pending sign-out out first, fails when it fails, and keeps the board of who is here', async () => {
  const { account, failures, signOuts } = await open();
  failures.push('unavailable', 'unavailable');
  account.signOut();
  await vi.advanceTimersByTimeAsync(0);
  await expect(account.signIn()).rejects.toThrow('unavailable');
  expect(userOf(account)).toBeNull();
  await account.signIn();
  expect(userOf(account)).toEqual(SAMPLE_USER);
  const board = account.get();
  await account.signIn();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(account.get()).toBe(board);
  expect(signOuts()).toBe(3);
});

test('a sign-out in one tab is one in every tab, even offline, and outlives the first', async () => {
  const tab = openBrowser();
  const [first, second] = [await open(tab()), await open(tab())];
  first.failures.push('unavailable', 'internal', 'unavailable', 'internal', 'unavailable');
  first.account.signOut();
  await vi.advanceTimersByTimeAsync(0);
  expect(userOf(second.account)).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(second.signOuts()).toBe(1);
});

test('another tab leaves a sign-out to the tab that asked for it, which sends what is left first', async () => {
  const tab = openBrowser();
  const [first, second] = [await open(tab()), await open(tab())];
  first.account.signOut(() => pause(4_000));
  await vi.advanceTimersByTimeAsync(3_000);
  expect([first.signOuts(), second.signOuts()]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([first.signOuts(), second.signOuts()]).toEqual([1, 0]);
});

test('a sign-in ends what a sign-out still sends, and the sign-out leaves the person who came alone', async () => {
  const { account, storage, failures, signOuts, arrive } = await open();
  const ended = vi.fn<() => void>();
  account.signOut((signal) => {
    signal.addEventListener('abort', ended);
    return pause(5_000, signal);
  });
  await vi.advanceTimersByTimeAsync(1_000);
  const next = { ...SAMPLE_USER, uid: 'next' };
  failures.push('signed-out');
  arrive(next);
  expect(ended).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([userOf(account), signOuts()]).toEqual([next, 1]);
  expect(storage.getItem('thought-cloud:sign-out')).toBeNull();
});

test('a sign-out that is carried out leaves the one that the next person has asked for meanwhile', async () => {
  const { account, storage, signOut } = await open();
  signOut.mockImplementationOnce(async () => storage.setItem('thought-cloud:sign-out', 'next'));
  account.signOut();
  await vi.advanceTimersByTimeAsync(0);
  expect(storage.getItem('thought-cloud:sign-out')).toBe('next');
});

test('a page waits for its first thoughts only so long', async () => {
  const { account } = await open();
  const board = account.get();
  if (board === 'unknown' || board === null) throw new Error('Nobody is here');
  const isLoading = createStore({ ...board.feed.state.get(), isLoading: true });
  const waiting = whenLoaded({ ...board, feed: { ...board.feed, state: isLoading } }, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBeUndefined();
});

/** Who is here, as far as it is known. */
function userOf(account: Account): User | null | 'unknown' {
  const board = account.get();
  return board === 'unknown' ? board : (board?.user ?? null);
}

/** Opens the account of a tab in which Ada is signed in, and whose next sign-outs fail in these ways. */
async function open(storage = openBrowser()(), ...failures: ProblemCode[]) {
  const memory = createMemoryBackend(createMemoryDatabase(), SAMPLE_USER);
  await memory.signIn();
  const signOut = vi.fn<Backend['signOut']>(async (author) => {
    const next = failures.shift();
    if (next !== undefined) throw new Problem(next);
    await memory.signOut(author);
  });
  const onAuthState = vi.fn<Backend['onAuthState']>(memory.onAuthState);
  const backend = { ...memory, onAuthState, signOut };
  const account = openAccount(backend, storage, (user) =>
    openBoard(backend, user, { lasting: storage, tab: openBrowser()(), pages: openPages() }),
  );
  const signOuts = (): number => signOut.mock.calls.length;
  await vi.advanceTimersByTimeAsync(0);
  /** Signs a person in while the page stands. */
  const arrive = (person: User): void => onAuthState.mock.calls[0]?.[0](person);
  return { account, storage, failures, signOut, signOuts, arrive };
}
