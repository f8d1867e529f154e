import { act } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '#client/ui/router.tsx';
import { ADA, button, find, openApp, press, putThought } from '#tests/client/client-app.tsx';

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
