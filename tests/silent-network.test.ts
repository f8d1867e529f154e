import { expect, onTestFinished, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { createHttpBackend } from '#client/backend/http/http-backend.ts';
import { openBoard, type Board } from '#client/state/board.ts';
import { openPages } from '#client/browser/open-pages.ts';
import type { User } from '#shared/user.ts';
import { addThought, createVisitor } from '#tests/server/sign-in.ts';
import { openTestServer } from '#tests/server/test-board.ts';
import { createNodeBrowser, openBrowser } from '#tests/client/browser.ts';
import { startFaultProxy } from './faults/support/fault-proxy.ts';

/** The promise is 13 s; the rest is for a busy machine. */
const NOTICED_MS = 15_000;
const SILENCE_MS = 20_000;

test('a network that falls silent for 20 s is noticed within 13 s, and leaves everything right', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const { board, relay, bob } = await openWorld();
  await addThought(bob, 'seen');
  await vi.waitFor(() => expect(textsOf(board)).toEqual(['seen']));
  relay.silence('all');
  const began = performance.now();
  await addThought(bob, 'missed');
  board.draft.add('mine');
  let wrongUntil = began;
  while (performance.now() - began < SILENCE_MS) {
    if (board.feed.state.get().isLive) wrongUntil = performance.now();
    expect(textsOf(board)).toEqual(['mine', 'seen']);
    await pause(100);
  }
  expect(wrongUntil - began).toBeLessThan(NOTICED_MS);
  relay.resume();
  await vi.waitFor(() => expect(isSettled(board)).toBe(true));
  expect(textsOf(board)).toEqual(['mine', 'missed', 'seen']);
});

test('a stream that dies silently takes nothing of what one writes meanwhile off the screen', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const { board, relay } = await openWorld();
  for (const text of ['edited', 'deleted']) board.draft.add(text);
  await vi.waitFor(() => expect(isSettled(board)).toBe(true));
  expect(textsOf(board)).toEqual(['deleted', 'edited']);
  const [deleted, edited] = board.feed.cards.get().map(({ thought }) => thought);
  if (!deleted || !edited) throw new Error('The list is empty.');
  relay.silence('open');
  board.draft.add('added');
  board.cardActions.type(edited, 'as edited');
  board.cardActions.save(edited);
  board.cardActions.remove(deleted);
  const seen = new Set<string>();
  const note = (): void => void seen.add(textsOf(board).join());
  onTestFinished(board.feed.cards.subscribe(note));
  note();
  await vi.waitFor(() => expect(isSettled(board)).toBe(true), 25_000);
  expect([...seen]).toEqual(['added,as edited']);
});

/** Ada's board behind a relay, and Bob, who is at the server. */
async function openWorld() {
  const relay = await startFaultProxy();
  const server = await openTestServer({ publicURL: relay.origin });
  relay.leadTo(Number(new URL(server.origin).port));
  const { jar } = await server.person('Ada');
  const visitor = createVisitor(relay.origin, jar);
  const backend = createHttpBackend(createNodeBrowser(visitor, relay.origin));
  const user = await new Promise<User>((resolve) => {
    backend.onAuthState((person) => person && resolve(person));
  });
  const [lasting, tab] = [openBrowser()(), openBrowser()()];
  const board = openBoard(backend, user, { lasting, tab, pages: openPages(new EventTarget()) });
  onTestFinished(async () => {
    board.close();
    await relay.close();
  });
  await vi.waitFor(() => expect(board.feed.state.get().isLive).toBe(true));
  const bob = await server.person('Bob');
  return { board, relay, bob: createVisitor(server.origin, bob.jar, relay.origin) };
}

function textsOf({ feed }: Pick<Board, 'feed'>): string[] {
  return feed.cards.get().map(({ thought }) => thought.text);
}

/** Whether the list is live and everything written is in it. */
function isSettled({ feed }: Pick<Board, 'feed'>): boolean {
  const { isLive, thoughts } = feed.state.get();
  return isLive && thoughts.map(({ text }) => text).join() === textsOf({ feed }).join();
}
