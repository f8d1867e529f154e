// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Backend } from '#client/backend/backend.ts';
import { button, find, openApp, press } from '#tests/client/client-app.tsx';

describe('the guards', () => {
  test.for(['/', '/profile', '/profile/'])(
    'at %s nothing is shown or read until it is known who is here, and a visitor is sent to the login screen',
    async (path) => {
      const watch = vi.fn<Backend['watch']>();
      const onAuthState = vi.fn<Backend['onAuthState']>();
      await openApp({ path, wrap: (backend) => ({ ...backend, watch, onAuthState }) });
      expect([location.pathname, find('#root').textContent]).toEqual([path, '']);
      await act(async () => onAuthState.mock.calls[0]?.[0](null));
      expect(location.pathname).toBe('/login');
      expect(button('Sign in with Google')).not.toBeNull();
      expect(watch).not.toHaveBeenCalled();
    },
  );

  test('a signed-in person at the login screen is sent to the feed', async () => {
    const before = history.length;
    await openApp({ path: '/login' });
    expect([location.pathname, history.length]).toEqual(['/', before]);
    expect(find('h1').textContent).toBe('Thoughts field');
  });

  test.for(['/nowhere', '/%E0%A4%A', '/Profile', '/profile//'])(
    'the address %s shows the error screen, signed in or not',
    async (path) => {
      for (const isSignedIn of [false, true]) {
        const { close } = await openApp({ path, isSignedIn });
        expect(find('h1').textContent).toBe('Oops! Something went wrong!');
        expect(find('dl').textContent).toContain(`There is no page at ${path}`);
        expect(document.title).toBe('Not Found · Thought Cloud');
        await close();
      }
    },
  );
});

describe('navigation', () => {
  test('changes the page, and keeps the bar and the live region', async () => {
    const { account } = await openApp();
    const board = account.get();
    const place = board === 'unknown' ? undefined : board?.own().place;
    place?.set({ size: 50, cards: [] });
    const bar = find('header');
    const liveRegion = find('[aria-live]');
    await press(find('a[title="profile"]'));
    expect(document.title).toBe('Profile · Thought Cloud');
    expect(place?.get()).toBeNull();
    expect(document.activeElement).toBe(find('h1'));
    expect(find('a[title="profile"]').ariaCurrent).toBe('page');
    expect(find('header')).toBe(bar);
    expect(find('[aria-live]')).toBe(liveRegion);
  });

  test('by the brand leads home to the heading, and adds nothing to the history when already there', async () => {
    await openApp({ path: '/profile' });
    const brand = find('nav a');
    await press(brand);
    expect(location.pathname).toBe('/');
    expect(document.activeElement).toBe(find('h1'));
    const before = history.length;
    const scrolled = vi.spyOn(window, 'scrollTo');
    await press(brand);
    expect(history.length).toBe(before);
    expect(scrolled).toHaveBeenCalledOnce();
    history.back();
    await act(() => new Promise((resolve) => addEventListener('popstate', resolve)));
    expect(find('h1').textContent).toContain('Profile');
    expect(scrolled).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 }));
    expect(scrolled).toHaveBeenCalledTimes(2);
  });

  test.for(['ctrl', 'meta', 'shift', 'alt'])(
    'is left to the browser when %s is held',
    async (key) => {
      await openApp();
      const [shown, isLeft] = [location.pathname, vi.fn<(event: Event) => void>()];
      addEventListener('click', isLeft, { once: true });
      const click = new MouseEvent('click', {
        [`${key}Key`]: true,
        bubbles: true,
        cancelable: true,
      });
      find('a[title="profile"]').dispatchEvent(click);
      expect(isLeft.mock.calls[0]?.[0].defaultPrevented).toBe(false);
      expect(location.pathname).toBe(shown);
    },
  );
});
