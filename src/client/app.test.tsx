// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { find, openApp, press } from '#tests/setup/client-app.tsx';

describe('the guards', () => {
  test('a signed-in person at the login screen is sent to the feed', async () => {
    await openApp({ path: '/login' });
    expect(location.pathname).toBe('/');
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
    await openApp();
    const bar = find('header');
    const liveRegion = find('[role="status"]');
    await press(find('a[title="profile"]'));
    expect(document.title).toBe('Profile · Thought Cloud');
    expect(document.activeElement).toBe(find('h1'));
    expect(find('a[title="profile"]').ariaCurrent).toBe('page');
    expect(find('header')).toBe(bar);
    expect(find('[role="status"]')).toBe(liveRegion);
  });

  test('by the brand leads home to the heading, and adds nothing to the history when already there', async () => {
    await openApp({ path: '/profile' });
    const brand = find('nav a');
    await press(brand);
    expect(location.pathname).toBe('/');
    expect(document.activeElement).toBe(find('h1'));
    const before = history.length;
    await press(brand);
    expect(history.length).toBe(before);
    const scrolled = vi.spyOn(window, 'scrollTo');
    history.back();
    await act(() => new Promise((resolve) => addEventListener('popstate', resolve)));
    expect(find('h1').textContent).toContain('Profile');
    expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  });

  test('is left to the browser when Ctrl is held', async () => {
    await openApp();
    const [shown, isLeft] = [location.pathname, vi.fn<(event: Event) => void>()];
    addEventListener('click', isLeft, { once: true });
    const click = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
    find('a[title="profile"]').dispatchEvent(click);
    expect(isLeft.mock.calls[0]?.[0].defaultPrevented).toBe(false);
    expect(location.pathname).toBe(shown);
  });
});
