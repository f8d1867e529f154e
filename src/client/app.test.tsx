// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { Backend } from '#client/backend/backend.ts';
import { ADA, button, find, openApp, press, putThought, type } from '#tests/setup/client-app.tsx';

describe('the guards', () => {
  test.for(['/', '/profile', '/profile/'])(
    'a visitor to %s is sent to the login screen, and nothing is watched',
    async (path) => {
      const watch = vi.fn<Backend['watch']>();
      await openApp({ path, isSignedIn: false, wrap: (backend) => ({ ...backend, watch }) });
      expect(location.pathname).toBe('/login');
      expect(document.title).toBe('Log in · Thought Cloud');
      expect(watch).not.toHaveBeenCalled();
    },
  );

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

  test('signing in leads to the feed and leaves no login screen behind', async () => {
    await openApp({ path: '/login', isSignedIn: false });
    const before = history.length;
    await press(button('Sign in with Google'));
    expect(location.pathname).toBe('/');
    expect(history.length).toBe(before);
  });

  test('a failed sign-in is only logged, and its button is as before', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await openApp({
      path: '/login',
      isSignedIn: false,
      wrap: (backend) => ({ ...backend, signIn: fail }),
    });
    const signIn = button('Sign in with Google');
    await press(signIn);
    expect(location.pathname).toBe('/login');
    expect(log).toHaveBeenCalledOnce();
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

  test('leads to the heading also with an edit under way, whose field is there with its text', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'mine', ADA.uid));
    await press(button('Edit'));
    await type(find('article input'), 'half a thou');
    for (const link of ['a[title="profile"]', 'nav a']) {
      await press(find(link));
      expect(document.activeElement).toBe(find('h1'));
      expect(find('article input')).toHaveProperty('value', 'half a thou');
    }
  });
});

function neverKnown(): void {}

function fail(): Promise<never> {
  return Promise.reject(new Problem('unavailable'));
}
