import { act } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '#client/router.tsx';
import {
  ADA,
  button,
  find,
  openApp,
  press,
  putThought,
  shownTexts,
} from '#tests/setup/client-app.tsx';

test('everybody sees what becomes of a thought, and only its author the controls', async () => {
  const { board } = await openApp();
  const [theirs = '', own = ''] = await act(async () =>
    ['uid-of-bob', ADA.uid].map((uid) => putThought(board, 'hello', uid)),
  );
  const controls = [...document.querySelectorAll('article button')];
  expect(controls.map((control) => control.getAttribute('title'))).toEqual(['Edit', 'Delete']);
  const thought = board.get(theirs);
  if (thought) await act(async () => board.put({ ...thought, text: 'edited', version: 2 }));
  expect(shownTexts()).toEqual(['hello', 'edited']);
  await act(async () => board.remove(own, ADA.uid));
  expect(shownTexts()).toEqual(['edited']);
});

test('an address is one text, so that a screen reader reads it as it stands', async () => {
  const { board } = await openApp();
  const address = 'https://example.org/a/?b=c&d=e';
  await act(async () => putThought(board, `see ${address}`));
  expect(find('article a').innerHTML).toBe(address.replace('&', '&amp;'));
  expect(find('article a')).toMatchObject({
    target: '_blank',
    rel: 'noopener noreferrer nofollow ugc',
  });
});

test('a text begins at the edge of its own direction', async () => {
  const { board } = await openApp();
  await act(async () => putThought(board, 'غيمة صغيرة'));
  expect(find('article p').getAttribute('dir')).toBe('auto');
});

test('the language of what people wrote is declared unknown', async () => {
  const { board } = await openApp();
  await act(async () => putThought(board, 'Guten Tag', ADA.uid));
  await press(button('Edit'));
  const written = [...document.querySelectorAll('article :is(bdi, p, input, [dir="auto"])')];
  expect(written.map((element) => element.getAttribute('lang'))).toEqual(['', '', '', '']);
  await press(button('create new thoughts'));
  expect(find('textarea').lang).toBe('');
  await act(async () => navigate('/profile'));
  expect(find('h1 bdi bdi').getAttribute('lang')).toBe('');
  await press(button('Log Out'));
  expect(find('[role="group"] bdi bdi').getAttribute('lang')).toBe('');
});
