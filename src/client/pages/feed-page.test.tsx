// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { navigate } from '#client/router.tsx';
import { Problem } from '#shared/problem.ts';
import { createMemoryDatabase } from '#tests/memory-backend/memory-database.ts';
import {
  ADA,
  button,
  find,
  nextFrame,
  openApp,
  press,
  putThought,
  settle,
  shownTexts,
  type,
} from '#tests/setup/client-app.tsx';

const BOX = 'dialog textarea';
const FIELD = 'input[aria-label="Edit thought"]';

describe('the add dialog', () => {
  test('hands its text over on Add, and closes', async () => {
    const { board } = await openApp();
    await write('hello');
    await press(button('Add'));
    expect(shownTexts()).toEqual(['hello']);
    expect(board.newest(1)).toMatchObject([{ text: 'hello', uID: ADA.uid }]);
    expect(document.querySelector('dialog')).toBeNull();
    expect(hasDraft()).toBe(false);
  });

  test('adds no blank text, and none that is longer than the limit', async () => {
    await openApp();
    for (const text of [' \u200b\n', 'x'.repeat(151)]) {
      await write(text);
      expect(button('Add').getAttribute('aria-disabled')).toBe('true');
      expect(button('Add').getAttribute('type')).toBe('button');
      await press(button('Cancel'));
    }
    expect(find('h1').textContent).toBe('Thoughts field');
  });

  test.for<[string, (opened: Awaited<ReturnType<typeof openApp>>) => Promise<unknown>]>([
    ['by Esc', () => act(async () => document.querySelector('dialog')?.close(''))],
    ['by a reload', ({ close }) => close().then(() => openApp())],
    [
      'by the history',
      async () => {
        for (const path of ['/profile', '/']) await act(async () => navigate(path));
        await settle();
      },
    ],
  ])('keeps the draft of who leaves it without Add or Cancel, %s', async ([, leave]) => {
    const opened = await openApp();
    await write('half a thou');
    await leave(opened);
    expect(hasDraft()).toBe(true);
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('half a thou');
  });

  test('an empty box offers the last text let go, by Cancel or a delete, until the person goes', async () => {
    const { account } = await openApp();
    await write('mine');
    await press(button('Add'));
    for (const text of ['cancelled', ' ']) {
      await write(text);
      expect(document.querySelector('[aria-label^="Put back:"]')).toBeNull();
      await press(button('Cancel'));
    }
    await press(button('create new thoughts'));
    await press(find('[aria-label="Put back: cancelled"]'));
    expect([valueOf(BOX), document.activeElement]).toEqual(['cancelled', find(BOX)]);
    await press(button('Add'));
    await press(button('create new thoughts'));
    expect(document.querySelector('[aria-label^="Put back:"]')).toBeNull();
    await press(button('Cancel'));
    await press(controlOf('mine', 'Delete'));
    await press(button('create new thoughts'));
    expect(find('[aria-label^="Put back:"]').textContent).toBe('mine');
    await act(async () => account.signOut());
    await act(async () => account.signIn());
    await press(button('create new thoughts'));
    expect(document.querySelector('[aria-label^="Put back:"]')).toBeNull();
  });

  test('offers the last three texts let go, the newest first, while the round button shows a deleted one', async () => {
    const texts = ['four', 'three', 'two', 'one'];
    const { board } = await openApp();
    const arrow = '[title="create new thoughts"] [aria-label="Put back"]';
    for (const text of texts.toReversed()) {
      await act(async () => putThought(board, text, ADA.uid));
      await press(controlOf(text, 'Delete'));
    }
    expect(document.querySelector(arrow)).not.toBeNull();
    await press(button('create new thoughts'));
    for (const text of texts.slice(0, 3)) {
      await press(find(`[aria-label="Put back: ${text}"]`));
      expect(valueOf(BOX)).toBe(text);
    }
    expect(document.querySelector('[aria-label^="Put back:"]')).toBeNull();
    await press(button('Add'));
    for (const text of texts.slice(0, 2)) {
      await press(button('create new thoughts'));
      await press(find(`[aria-label="Put back: ${text}"]`));
      await press(button('Add'));
    }
    expect(shownTexts()).toEqual(['three', 'four', 'two']);
    expect(document.querySelector(arrow)).toBeNull();
  });

  test('opens on the profile with the text last deleted there', async () => {
    const { board } = await openApp({ path: '/profile' });
    await act(async () => putThought(board, 'back, please', ADA.uid));
    await press(controlOf('back, please', 'Delete'));
    await press(button('Put back'));
    expect(valueOf(BOX)).toBe('back, please');
    await press(button('Add'));
    expect(shownTexts()).toEqual(['back, please']);
    expect(document.querySelector('[title="Put back"]')).toBeNull();
    expect(document.activeElement).toBe(find('h1'));
  });

  test('opens by the cloud of an empty board, and of an empty profile', async () => {
    for (const path of ['/', '/profile']) {
      const { close } = await openApp({ path });
      await press(button('Write the first thought'));
      await type(find(BOX), `first of ${path}`);
      await press(button('Add'));
      expect(shownTexts()).toEqual([`first of ${path}`]);
      await close();
      localStorage.clear();
    }
  });
});

describe('an own card', () => {
  test('Edit fills the field with the current text, and Save writes it', async () => {
    const { board } = await openWithOwn('before');
    await press(button('Edit'));
    expect(valueOf(FIELD)).toBe('before');
    await type(find(FIELD), 'after');
    await press(button('Save'));
    expect(shownTexts()).toEqual(['after']);
    expect(board.newest(1)).toMatchObject([{ text: 'after', version: 2 }]);
    expect(document.activeElement).toBe(button('Edit'));
  });

  test('an unchanged save writes nothing', async () => {
    const editThought = vi.fn<() => Promise<void>>();
    await openWithOwn('same', { editThought });
    await press(button('Edit'));
    await press(button('Save'));
    expect(editThought).not.toHaveBeenCalled();
    expect(document.querySelector(FIELD)).toBeNull();
  });

  test('what was typed waits behind a dot while another card is open, and comes back', async () => {
    const { board } = await openWithOwn('first');
    await act(async () => putThought(board, 'second', ADA.uid));
    const edit = (text: string) => press(controlOf(text, 'Edit'));
    await edit('first');
    await type(find(FIELD), 'first, typed');
    await edit('second');
    expect(valueOf(FIELD)).toBe('second');
    expect(controlOf('first', 'Edit').dataset['typed']).toBe('true');
    await edit('first');
    expect(valueOf(FIELD)).toBe('first, typed');
  });

  test('an edit over something newer comes back to its writer over the current text', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { board } = await openWithOwn('old');
    const [own] = board.newest(1);
    await press(button('Edit'));
    await type(find(FIELD), 'mine');
    await act(async () => own && board.put({ ...own, text: 'from the phone', version: 2 }));
    expect(valueOf(FIELD)).toBe('mine');
    await press(button('Save'));
    expect(shownTexts()).toEqual(['from the phone']);
    expect(valueOf(FIELD)).toBe('mine');
    await press(button('Save'));
    expect(board.newest(1)).toMatchObject([{ text: 'mine', version: 3 }]);
  });

  test('the text of an edit whose thought is gone waits for the add dialog', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { board } = await openWithOwn('old', {
      editThought: () => Promise.reject(new Problem('not-found')),
    });
    await press(button('Edit'));
    await type(find(FIELD), 'mine');
    await press(button('Save'));
    expect(board.newest(1)).toMatchObject([{ text: 'old' }]);
    expect(document.querySelector(FIELD)).toBeNull();
    expect(button('Edit').dataset['typed']).toBe('false');
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('mine');
  });

  test.for(['elsewhere', 'here'])(
    'what was typed waits for the add dialog when its thought is deleted %s',
    async (where) => {
      const { board } = await openWithOwn('old');
      const [own] = board.newest(1);
      await press(button('Edit'));
      await type(find(FIELD), 'old, and more');
      if (where === 'here') await press(button('Delete'));
      else await act(async () => own && board.remove(own.textID, ADA.uid));
      expect([shownTexts(), document.querySelector(FIELD)]).toEqual([[], null]);
      await press(button('create new thoughts'));
      expect(valueOf(BOX)).toBe('old, and more');
    },
  );

  test('an edit is left with the old text by its arrow, which is there once something changed', async () => {
    await openWithOwn('old');
    await press(button('Edit'));
    expect(document.querySelector('[title="Put the old text back"]')).toBeNull();
    await type(find(FIELD), 'changed');
    await press(button('Put the old text back'));
    expect(document.querySelector(FIELD)).toBeNull();
    expect([shownTexts(), button('Edit').dataset['typed']]).toEqual([['old'], 'false']);
  });

  test('an unchanged edit is left by going on from its card on the page, and no other', async () => {
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openWithOwn('old');
    await press(button('Edit'));
    for (const title of ['Save', 'Delete']) await act(async () => button(title).focus());
    hasFocus.mockReturnValue(false);
    await act(async () => button('Delete').blur());
    expect(document.querySelector(FIELD)).not.toBeNull();
    hasFocus.mockReturnValue(true);
    await act(async () => find(FIELD).focus());
    await act(async () => find('h1').focus());
    expect(document.querySelector(FIELD)).toBeNull();
    await press(button('Edit'));
    await type(find(FIELD), 'changed');
    await act(async () => find('h1').focus());
    expect(document.querySelector(FIELD)).not.toBeNull();
  });

  test('any edit is left by Esc on its controls', async () => {
    await openWithOwn('old');
    for (const title of ['Save', 'Delete', 'Put the old text back']) {
      await press(button('Edit'));
      await type(find(FIELD), 'changed');
      await act(async () => button(title).focus());
      await pressKey('Escape');
      expect(document.querySelector(FIELD)).toBeNull();
      expect(document.activeElement).toBe(button(title === 'Delete' ? 'Delete' : 'Edit'));
    }
  });

  test('Enter and Esc belong to an input method that composes', async () => {
    await openWithOwn('old');
    await press(button('Edit'));
    for (const key of ['Enter', 'Escape']) await pressKey(key, { keyCode: 229 });
    expect(document.querySelector(FIELD)).not.toBeNull();
  });

  test('is named by its author and text', async () => {
    await openWithOwn('a thought');
    const ids = find('article').getAttribute('aria-labelledby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['Ada', 'a thought']);
  });
});

describe('new posts of others', () => {
  test('wait while the reader has scrolled, and come in at the top', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await scrollPage(innerHeight);
    await act(async () => putThought(board, 'new'));
    expect(shownTexts()).toEqual(['seen']);
    expect(button('1 new thought')).toBeDefined();
    await scrollPage(0);
    expect(shownTexts()).toEqual(['new', 'seen']);
  });

  test('wait while the tab is hidden, and its title counts them', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await setHidden(true);
    await act(async () => putThought(board, 'one'));
    await act(async () => putThought(board, 'two'));
    expect(document.title).toBe('(2) Thought Cloud');
    expect(shownTexts()).toEqual(['seen']);
    await setHidden(false);
    expect(document.title).toBe('Thought Cloud');
    expect(shownTexts()).toEqual(['two', 'one', 'seen']);
  });

  test('wait for two seconds of a mouse that moves over the list or the pill, and come in when it leaves', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    vi.useFakeTimers();
    await movePointer(document.body, find('[role="list"]'));
    await act(async () => putThought(board, 'one'));
    await movePointer(find('[role="list"]'), button('1 new thought'));
    await act(async () => vi.advanceTimersByTime(1_999));
    expect(shownTexts()).toEqual(['seen']);
    await act(async () => vi.advanceTimersByTime(1));
    expect(shownTexts()).toEqual(['one', 'seen']);
    await movePointer(document.body, find('[role="list"]'));
    await act(async () => putThought(board, 'two'));
    expect(shownTexts()).toEqual(['one', 'seen']);
    await movePointer(find('[role="list"]'), find('h1'));
    expect(shownTexts()).toEqual(['two', 'one', 'seen']);
  });

  test('wait while the focus is in a card, and an own one shows at once', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await act(async () => find('[role="listitem"]').focus());
    await act(async () => putThought(board, 'new'));
    await act(async () => putThought(board, 'own', ADA.uid));
    expect(shownTexts()).toEqual(['own', 'seen']);
    await press(button('1 new thought'));
    expect(shownTexts()).toEqual(['own', 'new', 'seen']);
  });

  test('come in by themselves after the pill was pressed by a pointer, and wait after a key', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await act(async () => find('[role="listitem"]').focus());
    await act(async () => putThought(board, 'one'));
    await pressByPointer(button('1 new thought'));
    await nextFrame();
    expect(document.activeElement?.textContent).toContain('one');
    await act(async () => putThought(board, 'two'));
    expect(shownTexts()).toEqual(['two', 'one', 'seen']);
    await pressKey('Tab');
    await act(async () => find('[role="listitem"]').focus());
    await act(async () => putThought(board, 'three'));
    expect(shownTexts()).toEqual(['two', 'one', 'seen']);
  });

  test('come in by themselves after a delete and a save by a pointer', async () => {
    const { board } = await openApp();
    await act(async () => ['own', 'gone'].forEach((text) => putThought(board, text, ADA.uid)));
    await pressByPointer(controlOf('gone', 'Delete'));
    await act(async () => putThought(board, 'after the delete'));
    expect(shownTexts()).toEqual(['after the delete', 'own']);
    await pressByPointer(controlOf('own', 'Edit'));
    await type(find(FIELD), 'own, changed');
    await pressKey('d');
    await act(async () => putThought(board, 'during the edit'));
    expect(shownTexts()).toEqual(['after the delete', 'own']);
    await pressByPointer(button('Save'));
    expect(document.activeElement).toBe(controlOf('own, changed', 'Edit'));
    expect(shownTexts()).toEqual(['during the edit', 'after the delete', 'own, changed']);
  });
});

describe('the focus', () => {
  test('goes from the pill to the heading when the reader scrolls to the top', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await scrollPage(900);
    await act(async () => putThought(board, 'new'));
    const pill = button('1 new thought');
    await act(async () => pill.focus());
    await scrollPage(0);
    expect([pill.isConnected, document.activeElement]).toEqual([false, find('h1')]);
  });

  test('moves to the next card when its card is deleted here or elsewhere', async () => {
    const { board } = await openApp();
    const ids = await act(async () =>
      ['bottom', 'middle', 'top'].map((text) => putThought(board, text, ADA.uid)),
    );
    await press(controlOf('top', 'Delete'));
    expect(document.activeElement?.textContent).toContain('middle');
    await act(async () => board.remove(ids[1] ?? '', ADA.uid));
    expect(document.activeElement?.textContent).toContain('bottom');
    await act(async () => board.remove(ids[0] ?? '', ADA.uid));
    expect(document.activeElement).toBe(find('h1'));
  });
});

test('the profile names itself and shows nothing for a time it does not know', async () => {
  const user = { ...ADA, metadata: { creationTime: '', lastSignInTime: '' } };
  const wrap: NonNullable<Parameters<typeof openApp>[0]>['wrap'] = (backend) => ({
    ...backend,
    onAuthState: (listener) => backend.onAuthState((known) => listener(known && user)),
  });
  await openApp({ path: '/profile', wrap });
  expect(document.title).toBe('Profile · Thought Cloud');
  expect(document.body.textContent).not.toContain('NaN');
});

async function openWithOwn(text: string, changed: object = {}) {
  const board = createMemoryDatabase();
  putThought(board, text, ADA.uid);
  return openApp({ board, wrap: (backend) => ({ ...backend, ...changed }) });
}

async function write(text: string): Promise<void> {
  await press(button('create new thoughts'));
  await type(find(BOX), text);
}

function valueOf(selector: string): string | undefined {
  const field = find(selector);
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField ? field.value : undefined;
}

function hasDraft(): boolean {
  return document.querySelector('[aria-label="A draft is waiting"]') !== null;
}

function controlOf(text: string, title: string): HTMLElement {
  const card = [...document.querySelectorAll('article')].find(
    (one) => one.querySelector('p')?.textContent === text,
  );
  const control = card?.querySelector<HTMLElement>(`button[title="${title}"]`);
  if (!control) throw new Error(`The card "${text}" has no ${title}`);
  return control;
}

/** Presses a control with a finger. */
async function pressByPointer(control: HTMLElement): Promise<void> {
  await act(async () => control.dispatchEvent(pointer('pointerdown', null)));
  await press(control);
  await act(async () => document.body.dispatchEvent(pointer('pointerout', null)));
}

async function pressKey(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
  await act(async () => document.activeElement?.dispatchEvent(event));
}

async function scrollPage(top: number): Promise<void> {
  Object.assign(window, { scrollY: top });
  await act(async () => dispatchEvent(new Event('scroll')));
}

async function setHidden(hidden: boolean): Promise<void> {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}

/** What a browser tells when a pointer goes from one element to another. */
async function movePointer(from: Element, to: Element): Promise<void> {
  await act(async () => from.dispatchEvent(pointer('pointerout', to)));
  await act(async () => to.dispatchEvent(pointer('pointermove', null)));
}

function pointer(name: string, relatedTarget: Element | null): Event {
  return Object.assign(new MouseEvent(name, { bubbles: true, relatedTarget }), {
    pointerId: 1,
    pointerType: 'mouse',
  });
}
