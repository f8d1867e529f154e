import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { chooseAccount, emailOf, signInByScreens } from './board-server.ts';

test(
  'a sign-in by the screens leads to the feed and is kept without any token, and Back leads nowhere',
  { tag: ['@firebase', '@touch'] },
  async ({ visitor }) => {
    const ada = await visitor();
    await ada.goto('/');
    await signInByScreens(ada, 'Ada Lovelace');
    await expect(ada).toHaveURL('/');
    const kept = () => ada.evaluate(() => JSON.parse(localStorage.getItem('authUser') ?? 'null'));
    await expect.poll(kept).toEqual({
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
  'a sign-in that fails returns to the login screen, whose button signs in',
  { tag: '@self-hosted' },
  async ({ visitor }) => {
    const ada = await visitor();
    await ada.goto('/login');
    await press(ada.getByRole('button', { name: 'Sign in with Google' }));
    await expect(ada.getByLabel('Name')).toBeVisible();
    // The board keeps a sign-in that is under way in this cookie.
    await ada.context().clearCookies({ name: /sign-in$/u });
    await chooseAccount(ada, 'Ada');
    await expect(ada).toHaveURL('/login');
    await signInByScreens(ada, 'Ada');
  },
);
