import type { Page } from '@playwright/test';
import { cardOf, openAddDialog, say, thoughtBox } from '#tests/e2e/thoughts.ts';

/** What a shot can start from. */
export interface Stage {
  visitor: () => Promise<Page>;
  person: (name: string) => Promise<Page>;
}

/** A picture of a screen in one state; `open` brings it there. */
export interface Shot {
  name: string;
  open: (stage: Stage) => Promise<Page>;
}

export const SHOTS: readonly Shot[] = [
  {
    name: 'login',
    open: async ({ visitor }) => {
      const page = await visitor();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
      return page;
    },
  },
  {
    name: 'local-accounts',
    open: async ({ visitor }) => {
      const page = await visitor();
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in with Google' }).click();
      await page.getByLabel('Name').waitFor();
      return page;
    },
  },
  {
    name: 'feed-empty',
    open: async ({ person }) => {
      const page = await person('Ada Lovelace');
      await page.getByText('No thoughts here yet.').waitFor();
      return page;
    },
  },
  {
    name: 'feed-loading',
    open: async (stage) => {
      const page = await busyFeed(stage);
      // Never answered: the page stays as it is while it waits.
      await page.route('**/api/thoughts?*', () => {});
      await page.reload();
      await page.getByRole('heading', { name: 'Thoughts field' }).waitFor();
      await page.getByText('Loading thoughts').waitFor();
      return page;
    },
  },
  { name: 'feed', open: busyFeed },
  {
    name: 'feed-waiting',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await cardOf(page, 'Tea first').getByTitle('Edit').click();
      const linus = await stage.person('Linus');
      await say(linus, 'Just arrived, and in no hurry.');
      await page.getByRole('button', { name: '1 new thought' }).waitFor();
      return page;
    },
  },
  {
    name: 'feed-pending',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await page.route('**/api/thoughts/*', () => {});
      const dialog = await openAddDialog(page);
      await thoughtBox(page).fill('Sent as soon as the network is back.');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await openAddDialog(page);
      await thoughtBox(page).fill('And a draft');
      await page.keyboard.press('Escape');
      await page.getByRole('img', { name: 'Sending' }).waitFor();
      return page;
    },
  },
  {
    name: 'feed-reconnecting',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await page.route('**/api/live*', (route) => route.abort());
      await page.reload();
      await page.getByRole('img', { name: 'Reconnecting' }).waitFor();
      return page;
    },
  },
  {
    name: 'shell',
    open: async (stage) => {
      const page = await busyFeed(stage);
      // Never answered: it stays unknown who is here.
      await page.route('**/api/session', () => {});
      await page.reload({ waitUntil: 'commit' });
      await page.locator('.shell-bar').waitFor();
      return page;
    },
  },
  {
    name: 'feed-extreme',
    open: async (stage) => {
      const page = await stage.person('Wolfeschlegelsteinhausenbergerdorff');
      await say(
        page,
        'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
          .repeat(2)
          .slice(0, 150),
      );
      await say(page, '👩‍👩‍👧‍👦 😀 🇺🇳 ✍🏾 '.repeat(5).trim());
      await say(page, 'English, then עברית and العربية, all in one line.');
      await say(
        page,
        'Two places: https://example.org/a/very/long/path?with=many&parts=in_it (www.example.org)',
      );
      await say(page, '☁️ 🎉');
      await say(page, 'four\nshort\nlines\nhere');
      await cardOf(page, 'four').waitFor();
      return page;
    },
  },
  {
    name: 'add-dialog',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await openAddDialog(page);
      await thoughtBox(page).fill('The best ideas come while walking.');
      return page;
    },
  },
  {
    name: 'edit',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await cardOf(page, 'I drew the proof').getByTitle('Edit').click();
      return page;
    },
  },
  { name: 'profile', open: profile },
  {
    name: 'logout-prompt',
    open: async (stage) => {
      const page = await profile(stage);
      await page.getByRole('button', { name: 'Log Out' }).click();
      return page;
    },
  },
  {
    name: 'error',
    open: async ({ visitor }) => {
      const page = await visitor();
      await page.goto('/a/page/that/is/not/there');
      await page.getByRole('link', { name: 'Go Back to Home Page' }).waitFor();
      return page;
    },
  },
];

/** States that are only looked at: what holds for the others holds for them. */
export const MORE_SHOTS: readonly Shot[] = [
  {
    name: 'add-dialog-put-back',
    open: async (stage) => {
      const page = await busyFeed(stage);
      const dialog = await openAddDialog(page);
      await thoughtBox(page).fill('Rain on the skylight. Best alarm clock there is.');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await openAddDialog(page);
      return page;
    },
  },
  {
    name: 'add-dialog-near-limit',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await openAddDialog(page);
      await thoughtBox(page).fill('Walking is the best desk. '.repeat(6).slice(0, 145));
      return page;
    },
  },
  {
    name: 'feed-scrolled',
    open: async (stage) => {
      const page = await busyFeed(stage);
      for (let count = 1; count < 7; count += 1) await say(page, `And a thought, number ${count}`);
      await cardOf(page, 'number 6').waitFor();
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
      await say(await stage.person('Linus'), 'Just arrived, and in no hurry.');
      await page.getByRole('button', { name: '1 new thought' }).waitFor();
      return page;
    },
  },
  {
    name: 'profile-empty',
    open: async ({ person }) => {
      const page = await person('Ada Lovelace');
      await page.getByTitle('profile').click();
      await page.getByText('No thoughts here yet.').waitFor();
      return page;
    },
  },
  {
    name: 'edit-long',
    open: async (stage) => {
      const page = await busyFeed(stage);
      await say(
        page,
        'Walking is the best desk there is, and rain the best clock. '.repeat(2).trim(),
      );
      await cardOf(page, 'Walking').getByTitle('Edit').click();
      return page;
    },
  },
];

async function busyFeed({ person }: Stage): Promise<Page> {
  const [ada, grace, noor] = [
    await person('Ada Lovelace'),
    await person('Grace Hopper'),
    await person('نور الدين'),
  ];
  await say(ada, 'I drew the proof on a napkin,\nand then the waiter took it.');
  await say(
    grace,
    'Somebody left a piano on the pavement and now the whole street is out of tune in the loveliest way. I hope nobody ever comes to pick it up again.',
  );
  await say(noor, 'غيمة صغيرة فوق البحر هذا الصباح');
  await say(grace, 'Quiet is a feature.');
  await say(ada, 'Tea first, then the analytical engine.');
  await cardOf(ada, 'Tea first').waitFor();
  return ada;
}

async function profile(stage: Stage): Promise<Page> {
  const page = await busyFeed(stage);
  await page.getByTitle('profile').click();
  await cardOf(page, 'Tea first').waitFor();
  return page;
}
