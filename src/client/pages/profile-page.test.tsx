// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { navigate } from '#client/router.tsx';
import {
  button,
  find,
  openApp,
  press,
  settle,
  shownTexts,
  type,
} from '#tests/setup/client-app.tsx';

const NOTHING = { grow: () => {}, close: () => {} };

test('what is pending does not look like all of one’s thoughts while those are being read', async () => {
  await openApp({
    wrap: (backend) => ({
      ...backend,
      // The first never answers, and the second is never carried out.
      watch: (name, size, listener) =>
        name === 'own' ? NOTHING : backend.watch(name, size, listener),
      addThought: () => new Promise(() => {}),
    }),
  });
  await press(button('create new thoughts'));
  await type(find('dialog textarea'), 'on its way');
  await press(button('Add'));
  await act(async () => navigate('/profile'));
  await settle();
  expect(shownTexts()).toEqual(['on its way']);
  expect(find('.shell-list[role="status"]').textContent).toBe('Loading thoughts');
});
