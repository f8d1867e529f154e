import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { press } from './press.ts';
import { addThought, cardOf } from './thoughts.ts';

test('a page that the browser has translated goes on showing what changes', async ({ person }) => {
  const [ada, eve] = [await person('Ada'), await person('Eve')];
  await addThought(ada, 'see www.example.com now');
  await addThought(ada, 'plain');
  await expect(cardOf(eve, 'plain')).toBeVisible();
  await translate(eve);
  await editThought(ada, 'see www.example.com now', 'no address any more');
  await expect(cardOf(eve, 'no address any more')).toBeVisible();
  await editThought(ada, 'plain', 'see www.example.org');
  await expect(cardOf(eve, 'www.example.org')).not.toContainText('plain');
  await expect(eve.getByRole('article')).toHaveCount(2);
  await addThought(eve, 'her own');
  await editThought(eve, 'her own', 'her own, edited');

  await eve.setViewportSize({ width: 1280, height: 240 });
  await eve.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await addThought(ada, 'one');
  const pill = eve.getByRole('button').filter({ hasText: 'new thought' });
  await expect(pill).toContainText('1 new thought');
  await addThought(ada, 'two');
  await expect(pill).toContainText('2 new thoughts');
  await press(pill);
  await expect(cardOf(eve, 'two')).toBeVisible();
});

test('who has the login screen translated can sign in', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login');
  const button = page.getByRole('button');
  await button.waitFor();
  await translate(page);
  // Never answered, so that the page stays.
  await page.route('**/auth/**', () => {});
  await press(button);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toContainText('Sign in with Google');
});

/** Changes a thought of the page's reader, whatever the browser makes of the texts. */
async function editThought(page: Page, before: string, after: string): Promise<void> {
  await press(cardOf(page, before).getByTitle('Edit'));
  await page.getByRole('textbox', { name: 'Edit thought' }).fill(after);
  await page.keyboard.press('Enter');
  await expect(cardOf(page, after)).toBeVisible();
}

/** Puts elements in the place of all texts, also of those to come, as a browser does that translates. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        if (node instanceof Text && node.parentElement?.closest('font, script, style') === null)
          texts.push(node);
      }
      for (const text of texts) {
        const translation = document.createElement('font');
        translation.textContent = text.data;
        text.replaceWith(translation);
      }
    }).observe(document.body, { childList: true, subtree: true });
    // A first change.
    document.body.append('');
  });
}
