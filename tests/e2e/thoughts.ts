import type { Locator, Page } from '@playwright/test';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { addThought as addThoughtOf, signIn } from '#tests/server/sign-in.ts';
import { leave, press } from './press.ts';
import { emailOf } from './board-server.ts';

/** The card of the thought with this text. */
export function cardOf(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/** The box in which a new thought is written. */
export function thoughtBox(page: Page): Locator {
  // The copy of a dialog that is leaving does not count.
  return page.locator('dialog:not([inert])').getByPlaceholder("What's your thoughts?");
}

/** The dot on the round button, which shows that a draft waits. */
export function draftDot(page: Page): Locator {
  return page.getByRole('img', { name: 'A draft is waiting' });
}

/** Opens the add dialog by the round button. */
export async function openAddDialog(page: Page): Promise<Locator> {
  await press(page.getByRole('button', { name: 'create new thoughts' }));
  return page.getByRole('dialog', { name: 'Add thought' });
}

/** Writes a thought as a person does, waits until its card is there and leaves the list. */
export async function addThought(page: Page, text: string): Promise<void> {
  const dialog = await openAddDialog(page);
  await thoughtBox(page).fill(text);
  await press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await cardOf(page, text).waitFor();
  await leave(page);
}

/** Adds a thought at our own server without the screens, which is quicker, and waits for its card. */
export async function say(page: Page, text: string): Promise<void> {
  await write(page, text);
  const [line = ''] = text.split('\n');
  await cardOf(page, line).waitFor();
}

/** Adds a thought at our own server, as the person signed in in a page's browser. */
export async function write(page: Page, text: string): Promise<void> {
  const { origin } = new URL(page.url());
  const address = `${origin}${PATHS.thoughts}/${newId()}`;
  const answer = await page.request.put(address, { headers: { origin }, data: { text } });
  if (!answer.ok()) throw new Error(`The server answered ${answer.status()}`);
}

/** The texts of the cards, in the order shown; also of cards that the browser has not drawn yet. */
export async function shownTexts(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('paragraph').allTextContents();
}

export type Crowd = Awaited<ReturnType<typeof openCrowd>>;

/** Adds so many thoughts, one after the other; returns their ids, in that order. */
export async function addMany(
  crowd: Crowd,
  count: number,
  textOf = (index: number): string => `thought ${index}`,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await crowd.add(textOf(index)));
  return ids;
}

/** Signs people in who use the board without a browser: really one busy person. */
export async function openCrowd(origin: string, name = 'Person') {
  const person = await signIn(origin, { name, email: emailOf(name) });
  const stored = new Map<string, { baseText: string; baseVersion: number }>();
  const send = async (method: string, textID: string, body = {}): Promise<void> => {
    const answer = await person.sendJSON(method, `${PATHS.thoughts}/${textID}`, body);
    if (!answer.ok) throw new Error(`The server answered ${answer.status} to ${method}`);
  };
  return {
    /** Adds a thought; returns its id. */
    add: async (text: string) => {
      const textID = await addThoughtOf(person, text);
      stored.set(textID, { baseText: text, baseVersion: 1 });
      return textID;
    },
    edit: async (textID: string, text: string) => {
      const base = stored.get(textID) ?? { baseText: '', baseVersion: 1 };
      await send('PATCH', textID, { text, ...base });
      stored.set(textID, { baseText: text, baseVersion: base.baseVersion + 1 });
    },
    remove: (textID: string) => send('DELETE', textID),
  };
}
