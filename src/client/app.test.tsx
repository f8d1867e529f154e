// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import type { Backend } from '#client/backend/backend.ts';
import { ADA, find, openApp, press } from '#tests/setup/client-app.tsx';

describe('the guards', () => {
  test('while it is not known who is signed in nothing is painted and nothing is watched', async () => {
    const watch = vi.fn<Backend['watch']>();
    localStorage.setItem('authUser', JSON.stringify(ADA));
    await openApp({ wrap: (backend) => ({ ...backend, onAuthState: neverKnown, watch }) });
    expect(find('#root').innerHTML).toBe('');
    expect(watch).not.toHaveBeenCalled();
  });

  test('a signed-in person at the login screen is sent to the feed', async () => {
    await openApp({ path: '/login' });
    expect(location.pathname).toBe('/');
    expect(find('h1').textContent).toBe('Thoughts field');
  });

  test.for(['/nowhere', '/%E0%A4%A', '/Profile'])(
    'the address %s has no page but the error screen, signed in or not',
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

describe('going about', () => {
  test('changes the page, and leaves the bar and the live region where they are', async () => {
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

  test('home by the brand leads to the heading, and at home adds nothing to the history', async () => {
    await openApp({ path: '/profile' });
    const brand = find('nav a');
    await press(brand);
    expect(location.pathname).toBe('/');
    expect(document.activeElement).toBe(find('h1'));
    const before = history.length;
    await press(brand);
    expect(history.length).toBe(before);
  });
});

function neverKnown(): void {}
