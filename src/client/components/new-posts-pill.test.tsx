import { act } from 'react';
import { expect, test } from 'vitest';
import { button, find, openApp, press, putThought } from '#tests/setup/client-app.tsx';

test('the pill passes its focus to the heading when the reader scrolls to the top', async () => {
  const pill = await openPill();
  await act(async () => pill.focus());
  await scrollPage(0);
  expect(pill.isConnected).toBe(false);
  expect(document.activeElement).toBe(find('h1'));
});

test('a pressed pill leads the focus to the first new card', async () => {
  const pill = await openPill();
  await press(pill);
  await act(async () => new Promise(requestAnimationFrame));
  expect(document.activeElement?.textContent).toContain('new');
  await scrollPage(0);
});

/** The pill of a reader who has scrolled down. */
async function openPill(): Promise<HTMLElement> {
  const { board } = await openApp();
  await act(async () => putThought(board, 'seen'));
  await scrollPage(900);
  await act(async () => putThought(board, 'new'));
  return button('1 new thought');
}

async function scrollPage(top: number): Promise<void> {
  Object.assign(window, { scrollY: top });
  await act(async () => dispatchEvent(new Event('scroll')));
}
