// @vitest-environment jsdom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SHIFTED } from '#client/browser/click-guard.ts';
import { WORDS } from '#client/ui/words.ts';
import { createMemoryDatabase } from '#tests/client/memory-backend.ts';
import {
  button,
  find,
  openApp,
  putThought,
  settle,
  shownTexts,
} from '#tests/client/client-app.tsx';

const THOUGHTS = 300;

test('older thoughts load, up to the last, even if the end leaves the view and returns in one report', async () => {
  vi.stubGlobal('IntersectionObserver', OutAndIn);
  const board = createMemoryDatabase();
  for (let count = 0; count < THOUGHTS; count += 1) putThought(board, `thought ${count}`);
  await openApp({ board });
  for (let page = 0; page < THOUGHTS / 50; page += 1) await settle();
  expect(shownTexts()).toHaveLength(THOUGHTS);
});

test('a board whose first answer is not there yet says that it loads, and not that it is empty', async () => {
  await openApp({
    wrap: (backend) => ({
      ...backend,
      watch: (query, size, listener) =>
        backend.watch(query, size, { ...listener, onWindow: () => {} }),
    }),
  });
  expect(find('main').textContent).toContain(WORDS.feed.loading);
  expect(find('main').textContent).not.toContain(WORDS.feed.empty);
});

test('when somebody else writes the first thought, the cloud of the empty board leaves the focus to the heading', async () => {
  const { board } = await openApp();
  button(WORDS.feed.first).focus();
  await act(async () => putThought(board, 'the first'));
  expect(shownTexts()).toEqual(['the first']);
  expect(document.activeElement).toBe(find('h1'));
});

test('a card that goes is told to the click guard, since another control may be under the pointer', async () => {
  const { board } = await openApp();
  const [id = ''] = await act(async () =>
    ['theirs', 'mine'].map((text) => putThought(board, text)),
  );
  const shifted = vi.fn<() => void>();
  addEventListener(SHIFTED, shifted);
  onTestFinished(() => removeEventListener(SHIFTED, shifted));
  await act(async () => board.remove(id, 'uid-of-bob'));
  expect(shifted).toHaveBeenCalledOnce();
});

/** Reports both changes in one call, as a browser does on a busy page. */
class OutAndIn {
  readonly notify: (entries: readonly { isIntersecting: boolean }[]) => void;

  constructor(notify: OutAndIn['notify']) {
    this.notify = notify;
  }

  observe(): void {
    this.notify([{ isIntersecting: false }, { isIntersecting: true }]);
  }

  disconnect(): void {}
}
