import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReconnector } from './reconnector.ts';

const QUERY = {};

let page: EventTarget & { hidden: boolean };
let isReachable: boolean;
const restart = vi.fn<() => Promise<void>>(async () => {});

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  isReachable = true;
  restart.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('connects within 2 s of the service being reachable again, however long it was not', async () => {
  waitingReconnector();
  isReachable = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(restart).not.toHaveBeenCalled();
  isReachable = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(restart).toHaveBeenCalledOnce();
});

test('leaves a connection alone that is only slow', async () => {
  waitingReconnector();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(restart).not.toHaveBeenCalled();
});

test('asks for nothing while all is live, or nobody looks', async () => {
  const canReach = vi.fn<() => Promise<boolean>>(async () => false);
  const reconnector = createReconnector({ canReach, restart });
  reconnector.setLive(QUERY, false);
  reconnector.setLive(QUERY, true);
  await vi.advanceTimersByTimeAsync(60_000);
  reconnector.setLive(QUERY, false);
  show(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(canReach).not.toHaveBeenCalled();
});

test('connects again when the page is shown after a sleep, or while it waits', () => {
  const reconnector = createReconnector({ canReach: async () => true, restart });
  show(false);
  vi.advanceTimersByTime(10_000);
  show(true);
  expect(restart).not.toHaveBeenCalled();
  show(false);
  vi.advanceTimersByTime(40_000);
  show(true);
  expect(restart).toHaveBeenCalledTimes(1);
  reconnector.setLive(QUERY, false);
  show(false);
  show(true);
  expect(restart).toHaveBeenCalledTimes(2);
});

function waitingReconnector(): void {
  createReconnector({ canReach: async () => isReachable, restart }).setLive(QUERY, false);
}

function show(isShown: boolean): void {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('does not drop a slow connection for an outage that ended by itself', async () => {
  const reconnector = createReconnector({ canReach: async () => isReachable, restart });
  reconnector.setLive(QUERY, false);
  isReachable = false;
  await vi.advanceTimersByTimeAsync(2000);
  reconnector.setLive(QUERY, true);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(3_600_000);
  reconnector.setLive(QUERY, false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(restart).not.toHaveBeenCalled();
});

test('does not restart what became live while the service was asked', async () => {
  const second = Promise.withResolvers<boolean>();
  const answers = [Promise.resolve(false), second.promise];
  const canReach = async (): Promise<boolean> => (await answers.shift()) ?? true;
  const reconnector = createReconnector({ canReach, restart });
  reconnector.setLive(QUERY, false);
  await vi.advanceTimersByTimeAsync(4000);
  reconnector.setLive(QUERY, true);
  second.resolve(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(restart).not.toHaveBeenCalled();
});

test('forgets an outage that it hears of when all is live again', async () => {
  const first = Promise.withResolvers<boolean>();
  const answers = [first.promise];
  const canReach = async (): Promise<boolean> => (await answers.shift()) ?? true;
  const reconnector = createReconnector({ canReach, restart });
  reconnector.setLive(QUERY, false);
  await vi.advanceTimersByTimeAsync(2000);
  reconnector.setLive(QUERY, true);
  first.resolve(false);
  await vi.advanceTimersByTimeAsync(0);
  reconnector.setLive(QUERY, false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(restart).not.toHaveBeenCalled();
});
