import type { Page } from '@playwright/test';
import { press } from '#tests/e2e/press.ts';
import { openCrowd, cardOf, openAddDialog, say, thoughtBox, write } from '#tests/e2e/thoughts.ts';

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
  shot('login', login),
  shot('local-accounts', login, async (page) => {
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByLabel('Name').waitFor();
  }),
  shot('local-accounts-refused', login, async (page) => {
    // What a proxy adds.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.7' });
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('heading', { name: 'Not from here' }).waitFor();
  }),
  shot('feed-empty', emptyFeed),
  shot('feed-loading', busyFeed, async (page) => {
    // The request is never answered, so that the page keeps waiting.
    await page.route('**/api/thoughts?*', () => {});
    await page.reload();
    await page.getByRole('heading', { name: 'Thoughts field' }).waitFor();
    await page.getByText('Loading thoughts').waitFor();
  }),
  shot('feed', busyFeed),
  shot('feed-waiting', busyFeed, async (page) => {
    await cardOf(page, 'Tea first').getByTitle('Edit').click();
    await arrive(page);
  }),
  shot('feed-pending', busyFeed, async (page) => {
    await page.route('**/api/thoughts/*', () => {});
    const dialog = await openAddDialog(page);
    await thoughtBox(page).fill('Sent as soon as the network is back.');
    await press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await writeNew(page, 'And a draft');
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: 'Sending' }).waitFor();
  }),
  shot('feed-reconnecting', busyFeed, async (page) => {
    await page.route('**/api/live*', (route) => route.abort());
    await page.reload();
    await page.getByRole('img', { name: 'Reconnecting' }).waitFor();
  }),
  shot('shell', busyFeed, async (page) => {
    // The request is never answered, so that it stays unknown who is signed in.
    await page.route('**/api/session', () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.shell-bar').waitFor();
  }),
  shot('feed-extreme', ({ person }) => person('Wolfeschlegelsteinhausenbergerdorff'), sayExtremes),
  shot('add-dialog', busyFeed, (page) => writeNew(page, 'The best ideas come while walking.')),
  shot('add-dialog-full', busyFeed, (page) =>
    writeNew(page, 'No room for more. '.repeat(9).slice(0, 150)),
  ),
  shot('feed-deleted', busyFeed, (page) => remove(page, 'Tea first')),
  shot('profile-deleted', profile, (page) => remove(page, 'Tea first')),
  shot('edit', busyFeed, (page) => cardOf(page, 'I drew the proof').getByTitle('Edit').click()),
  shot('profile', profile),
  shot('logout-prompt', profile, (page) => page.getByRole('button', { name: 'Log Out' }).click()),
  shot('error', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/a/page/that/is/not/there');
    await page.getByRole('link', { name: 'Go Back to Home Page' }).waitFor();
    return page;
  }),
];

function shot(name: string, from: Shot['open'], act?: (page: Page) => Promise<unknown>): Shot {
  return {
    name,
    open: async (stage) => {
      const page = await from(stage);
      await act?.(page);
      return page;
    },
  };
}

async function login({ visitor }: Stage): Promise<Page> {
  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
  return page;
}

async function emptyFeed({ person }: Stage): Promise<Page> {
  const page = await person('Ada Lovelace');
  await page.getByText('No thoughts here yet.').waitFor();
  return page;
}

async function busyFeed({ person }: Stage): Promise<Page> {
  const ada = await person('Ada Lovelace');
  const { origin } = new URL(ada.url());
  const grace = await openCrowd(origin, 'Grace Hopper');
  const noor = await openCrowd(origin, 'نور الدين');
  await write(ada, 'I drew the proof on a napkin,\nand then the waiter took it.');
  await grace.add(
    'Somebody left a piano on the pavement and now the whole street is out of tune in the loveliest way. I hope nobody ever comes to pick it up again.',
  );
  await noor.add('غيمة صغيرة فوق البحر هذا الصباح');
  await grace.add('Quiet is a feature.');
  await say(ada, 'Tea first, then the analytical engine.');
  return ada;
}

async function profile(stage: Stage): Promise<Page> {
  const page = await busyFeed(stage);
  await page.getByTitle('profile').click();
  await cardOf(page, 'Tea first').waitFor();
  return page;
}

async function sayExtremes(page: Page): Promise<void> {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await say(page, long.repeat(2).slice(0, 150));
  await say(page, '👩‍👩‍👧‍👦 😀 🇺🇳 ✍🏾 '.repeat(5).trim());
  await say(page, 'English, then עברית and العربية, all in one line.');
  await say(
    page,
    'Two places: https://example.org/a/very/long/path?with=many&parts=in_it (www.example.org)',
  );
  await say(page, '☁️ 🎉');
  await say(page, 'four\nshort\nlines\nhere');
}

async function remove(page: Page, text: string): Promise<void> {
  await cardOf(page, text).getByTitle('Delete').click();
  await cardOf(page, text).waitFor({ state: 'detached' });
}

async function writeNew(page: Page, text: string): Promise<void> {
  await openAddDialog(page);
  await thoughtBox(page).fill(text);
}

/** Lets somebody else add a thought, which waits. */
async function arrive(page: Page): Promise<void> {
  const linus = await openCrowd(new URL(page.url()).origin, 'Linus');
  await linus.add('Just arrived, and in no hurry.');
  await page.getByRole('button', { name: '1 new thought' }).waitFor();
}
