import { expect, test } from './fixtures.ts';
import { emailOf, signInByScreens } from './board-server.ts';

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
