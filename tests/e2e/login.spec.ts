import { emailOf, expect, signIn, test } from './fixtures.ts';
import { press } from './press.ts';

const SIGN_IN = 'Sign in with Google';

test('the login screen shows title, heading, line and the Google button', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login');
  await expect(page.getByRole('main').getByText('Thought Cloud', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Share your thoughts with us' })).toBeVisible();
  await expect(page.getByText('Please log in first to use Thought Cloud.')).toBeVisible();
  await expect(page.getByRole('button', { name: SIGN_IN })).toBeEnabled();
});

test('the Google button is in view on a phone held sideways, and as far as zoom goes', async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/login');
  for (const [width, height] of [
    [667, 320],
    [568, 320],
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: SIGN_IN })).toBeInViewport({ ratio: 1 });
  }
});

test('a sign-in leads to the feed, and Back does not return to the login screen', async ({
  person,
}) => {
  const ada = await person('Ada');
  await expect(ada).toHaveURL('/');
  await ada.goBack();
  await expect(ada.getByText('Share your thoughts with us')).toBeHidden();
});

test('a signed-in visitor to /login goes to the feed', async ({ person }) => {
  const ada = await person('Ada');
  await ada.goto('/login');
  await expect(ada).toHaveURL('/');
  await expect(ada.getByRole('heading', { name: 'Thoughts field' })).toBeVisible();
});

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

test('the person is kept under authUser while signed in, without any token', async ({ person }) => {
  const ada = await person('Ada Lovelace');
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
});

test('the same e-mail is the same person next time', async ({ person }) => {
  const first = await person('Ada');
  const second = await person('Ada');
  const uidOf = (page: typeof first) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('authUser') ?? 'null').uid as unknown);
  expect(await uidOf(second)).toBe(await uidOf(first));
});
