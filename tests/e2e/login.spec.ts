import { expect, test } from './fixtures.ts';
import { emailOf, signIn } from './sign-in.ts';
import { press } from './press.ts';

const SIGN_IN = 'Sign in with Google';

test('the login screen has its words, and its button in view as far as zoom goes', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/login/');
  await expect(page.getByRole('main').getByText('Thought Cloud', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Share your thoughts with us' })).toBeVisible();
  await expect(page.getByText('Please log in first to use Thought Cloud.')).toBeVisible();
  for (const [width, height] of [
    [667, 320],
    [568, 320],
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: SIGN_IN })).toBeInViewport({ ratio: 1 });
  }
});

test(
  'a sign-in by the screens leads to the feed and is kept without any token, and Back leads nowhere',
  { tag: ['@firebase', '@touch'] },
  async ({ visitor }) => {
    const ada = await visitor();
    await ada.goto('/');
    await signIn(ada, 'Ada Lovelace');
    await expect(ada).toHaveURL('/');
    const kept = await ada.evaluate(() => localStorage.getItem('authUser'));
    expect(JSON.parse(kept ?? 'null')).toEqual({
      uid: expect.any(String),
      displayName: 'Ada Lovelace',
      photoURL: expect.stringMatching(/^(https?:|\/)/u),
      email: emailOf('Ada Lovelace'),
      metadata: {
        creationTime: expect.stringMatching(/GMT$/u),
        lastSignInTime: expect.stringMatching(/GMT$/u),
      },
    });
    await ada.goBack();
    await expect(ada.getByText('Share your thoughts with us')).toBeHidden();
  },
);

test(
  'a failed sign-in is only logged, and the button works again',
  { tag: '@self-hosted' },
  async ({ visitor, consoleGuard }) => {
    consoleGuard.expect(/console error/u);
    const page = await visitor();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: SIGN_IN })).toBeVisible();
    const before = await page.locator('body').innerText();
    await page.route('**/auth/sign-in', (route) => route.fulfill({ status: 503, json: {} }));
    const logged = page.waitForEvent('console', (message) => /sign.?in/iu.test(message.text()));
    await press(page.getByRole('button', { name: SIGN_IN }));
    await logged;
    await expect(page.getByRole('button', { name: SIGN_IN })).toHaveAttribute('aria-busy', 'false');
    await expect(page).toHaveURL('/login');
    expect(await page.locator('body').innerText()).toBe(before);
    await page.unroute('**/auth/sign-in');
    await signIn(page, 'Ada');
  },
);

test(
  'a sign-in given up at the provider leads back to a clean login screen',
  { tag: '@self-hosted' },
  async ({ visitor, consoleGuard }) => {
    consoleGuard.expect(/console (error|warning)/u);
    const page = await visitor();
    await page.goto('/auth/callback?error=access_denied&state=unknown');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: SIGN_IN })).toBeEnabled();
  },
);
