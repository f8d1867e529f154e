import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf, openCrowd } from './thoughts.ts';

/** What a screen reader meets on the way through the feed, in its order. */
const FEED = `
- banner:
  - link "Skip to content":
    - /url: "#main"
  - navigation "Main":
    - link "Live Thought Cloud":
      - /url: /
      - img "Live"
      - text: Thought Cloud
    - link "profile":
      - /url: /profile
- main:
  - heading "Thoughts field" [level=1]
  - button "create new thoughts"
  - list "Thoughts":
    - listitem:
      - article "Ada Rain on the tram windows":
        - text: Ada
        - time: /\\d+:\\d+ [AP]M \\d+-\\d+-\\d+/
        - paragraph: Rain on the tram windows
        - button "Edit"
        - button "Delete"
    - listitem:
      - article "Person Soup again.":
        - text: Person
        - time: /\\d+:\\d+ [AP]M \\d+-\\d+-\\d+/
        - paragraph: Soup again.
`;

test(
  'by ear the bar says whether it is live, and the list goes on from card to card',
  { tag: '@self-hosted' },
  async ({ person, server }) => {
    const ada = await person('Ada');
    await (await openCrowd(server.url)).add('Soup again.');
    await cardOf(ada, 'Soup again.').waitFor();
    await addThought(ada, 'Rain on the tram windows');
    await expect(ada.locator('body')).toMatchAriaSnapshot(FEED);
    // What takes the focus itself is skipped by the keys that go from one list item to the next.
    await expect(ada.locator('[role=listitem][tabindex]')).toHaveCount(0);
    await cardOf(ada, 'Soup again.').focus();
    await expect(cardOf(ada, 'Soup again.')).toBeFocused();
    await ada.getByTitle('profile').click();
    await expect(ada.getByRole('list', { name: 'Your thoughts' })).toBeVisible();
  },
);

test(
  'by ear no field of a local account is invalid before anything is typed',
  { tag: '@self-hosted' },
  async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/login');
    await press(page.getByRole('button', { name: 'Sign in with Google' }));
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.locator(':invalid')).toHaveCount(0);
  },
);
