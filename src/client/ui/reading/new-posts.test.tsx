import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { newThought } from '#shared/thought.ts';
import { ADA, button, find, openApp, putThought, shownTexts } from '#tests/client/client-app.tsx';
import { sampleCard, sampleThought } from '#tests/setup/samples.ts';
import { holdBack } from './new-posts.ts';

test('the number of thoughts of others that came in at the top is announced every ten seconds', async () => {
  const { board } = await openStill();
  await act(async () => putThought(board, 'one'));
  expect(await saidAfter(100)).toBe('1 new thought');
  for (const text of ['two', 'three']) await act(async () => putThought(board, text));
  await act(async () => putThought(board, 'own', ADA.uid));
  expect(await saidAfter(9_000)).toBe('');
  expect(await saidAfter(1_000)).toBe('2 new thoughts');
});

test('the number announced is the one on the pill', async () => {
  const { board } = await openStill();
  await scrollDown();
  await act(async () => putThought(board, 'one'));
  expect(await saidAfter(100)).toBe('1 new thought');
  // The clock is set back.
  vi.setSystemTime(Date.now() - 3_600_000);
  await act(async () => putThought(board, 'two'));
  expect(await saidAfter(10_000)).toBe('2 new thoughts');
});

test('new thoughts wait behind the pill, and are announced, also below one whose date lies ahead', async () => {
  const { board } = await openStill();
  const ahead = { textID: newId(), text: 'ahead', at: Date.now() + 3_600_000 };
  await act(async () => board.put(newThought(ahead, { ...ADA, uid: 'uid-of-bob' })));
  await scrollDown();
  expect(await saidAfter(100)).toBe('1 new thought');
  await act(async () => putThought(board, 'one'));
  expect(await saidAfter(10_000)).toBe('1 new thought');
  expect(shownTexts()).toEqual(['ahead', 'seen']);
  await act(async () => button('1 new thought').click());
  expect(shownTexts()).toEqual(['ahead', 'one', 'seen']);
});

/** Makes the reader one who has scrolled. */
async function scrollDown(): Promise<void> {
  onTestFinished(() => void Object.assign(window, { scrollY: 0 }));
  Object.assign(window, { scrollY: innerHeight });
  await act(async () => dispatchEvent(new Event('scroll')));
}

/** Opens the app on a card and stops the clock. */
async function openStill() {
  const opened = await openApp();
  await act(async () => putThought(opened.board, 'seen'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  return opened;
}

/** What the page's live region holds after so many milliseconds. */
async function saidAfter(time: number): Promise<string | null> {
  await act(async () => vi.advanceTimersByTime(time));
  return find('#root > [aria-live]').textContent;
}

test('a busy reader whose list holds no known thought sees all of it, not an empty list', () => {
  const cards = [9, 8].map((seconds) => sampleCard(sampleThought(seconds)));
  const known = [sampleThought(5)];
  expect(holdBack(cards, known).shown).toBe(cards);
});
