// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { WindowListener } from '#client/backend/backend.ts';
import { formatDate, formatTime } from '#client/ui/format/format-date.ts';
import { navigate } from '#client/ui/router.tsx';
import { ADA, button, find, openApp, press } from '#tests/client/client-app.tsx';

test('the tiles show the account, and Confirm sends what is under way before it signs out', async () => {
  const { creationTime } = ADA.metadata;
  const metadata = { creationTime, lastSignInTime: '' };
  const known = { ...ADA, email: 'ada@example.org', metadata };
  const sent: string[] = [];
  const { account } = await openApp({
    path: '/profile',
    wrap: (backend) => ({
      ...backend,
      onAuthState: (listener) => backend.onAuthState((user) => listener(user && known)),
      addThought: async () => {
        return sent.push('add') === 1 ? new Promise(() => {}) : '';
      },
      signOut: async () => void sent.push('sign-out'),
    }),
  });
  const at = new Date(creationTime);
  expect(find('dl').textContent).toBe(
    `NameAdaEmailada@example.orgAcc created${formatDate(at)} ${formatTime(at)}Last sign-in`,
  );
  const board = account.get();
  await act(async () => board !== 'unknown' && board?.draft.add('not answered yet'));
  await press(button('Log Out'));
  await press(button('Confirm'));
  expect(sent).toEqual(['add', 'add', 'sign-out']);
});

test("the bar says that one's own list is not live while the feed is", async () => {
  const own: WindowListener[] = [];
  await openApp({
    path: '/profile',
    wrap: (backend) => ({
      ...backend,
      watch: (name, size, listener) => {
        if (name === 'feed') return backend.watch(name, size, listener);
        own.push(listener);
        return { grow: () => {}, hasPassed: () => false, close: () => {} };
      },
    }),
  });
  // A list that is still to come lacks nothing.
  expect(shownSign()).toBe('Live');
  await act(async () => own[0]?.onWindow({ thoughts: [], more: false, source: 'read' }));
  expect(shownSign()).toBe('Reconnecting');
  await act(async () => navigate('/'));
  expect(shownSign()).toBe('Live');
});

function shownSign(): string | null {
  return find('nav a [role="img"]').ariaLabel;
}
