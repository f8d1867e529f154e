// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryDatabase } from '#client/backend/memory/memory-database.ts';
import {
  ADA,
  button,
  find,
  nextFrame,
  openApp,
  press,
  putThought,
  shownTexts,
} from '#tests/setup/client-app.tsx';

const BOX = 'dialog textarea';
const FIELD = 'input[aria-label="Edit thought"]';

describe('a key', () => {
  test('n opens the add dialog, and is not typed into it', async () => {
    await openApp();
    const event = await key('n');
    expect(event.defaultPrevented).toBe(true);
    expect(find(BOX)).toMatchObject({ value: '' });
  });

  test('j and k move the focus along the cards, to the ends and no further', async () => {
    await openWith(['third', 'second', 'first']);
    const seen: (string | undefined)[] = [];
    for (const name of ['j', 'j', 'j', 'j', 'k', 'k', 'k']) {
      await key(name);
      seen.push(focusedText());
    }
    expect(seen).toEqual(['first', 'second', 'third', 'third', 'second', 'first', 'first']);
  });

  test('j starts at the card that stands under the bar', async () => {
    await openWith(['third', 'second', 'first']);
    const card = [...document.querySelectorAll('[data-text-id]')][1];
    vi.spyOn(document, 'elementsFromPoint').mockReturnValue(card ? [card] : []);
    await key('j');
    expect(focusedText()).toBe('second');
  });

  test('e edits the focused card when it is an own one', async () => {
    const { board } = await openWith(['own']);
    await act(async () => putThought(board, 'of another'));
    await key('e');
    await key('j');
    await key('e');
    expect(document.querySelector(FIELD)).toBeNull();
    await key('j');
    await key('e');
    expect(document.activeElement).toBe(find(FIELD));
  });

  test('. shows what waits, and without it goes to the top', async () => {
    const { board } = await openWith(['seen']);
    await key('j');
    await act(async () => putThought(board, 'new'));
    expect(shownTexts()).toEqual(['seen']);
    await key('.');
    expect(shownTexts()).toEqual(['new', 'seen']);
    await nextFrame();
    expect(focusedText()).toBe('new');
    await key('.');
    expect(document.activeElement).toBe(find('h1'));
  });
});

describe('no key acts', () => {
  test('with Ctrl, Meta or Alt', async () => {
    await openApp();
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) await key('n', { [modifier]: true });
    expect(document.querySelector('dialog')).toBeNull();
  });

  test.for<[string, (account: Opened['account']) => Promise<void>]>([
    ['while it is typed into a field', () => press(button('Edit'))],
    [
      'behind an open dialog',
      async () => {
        await press(button('create new thoughts'));
        await act(async () => button('Cancel').focus());
      },
    ],
    ['while the focus is in the bar', () => act(async () => find('a[title="profile"]').focus())],
    ['once the person has signed out', (account) => act(async () => account.signOut())],
  ])('%s', async ([, begin]) => {
    const { account } = await openWith(['own']);
    await begin(account);
    for (const name of ['n', 'j', '.']) expect((await key(name)).defaultPrevented).toBe(false);
  });

  test('again while it is held down, but for the ones that walk', async () => {
    await openWith(['second', 'first']);
    await key('n', { repeat: true });
    expect(document.querySelector('dialog')).toBeNull();
    await key('j');
    await key('j', { repeat: true });
    expect(focusedText()).toBe('second');
  });
});

type Opened = Awaited<ReturnType<typeof openApp>>;

async function openWith(texts: string[]) {
  const board = createMemoryDatabase();
  for (const text of texts) putThought(board, text, ADA.uid);
  return openApp({ board });
}

async function key(name: string, more: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', {
    key: name,
    bubbles: true,
    cancelable: true,
    ...more,
  });
  await act(async () => (document.activeElement ?? document.body).dispatchEvent(event));
  return event;
}

function focusedText(): string | undefined {
  return document.activeElement?.querySelector('article p')?.textContent ?? undefined;
}
