// @vitest-environment jsdom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { installClickGuard } from '#client/browser/click-guard.ts';
import { announcement } from '#client/ui/components/live-region.tsx';
import { navigate } from '#client/ui/router.tsx';
import { Problem } from '#shared/problem.ts';
import { WORDS } from '#client/ui/words.ts';
import { createMemoryDatabase } from '#tests/client/memory-backend.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import {
  ADA,
  button,
  find,
  openApp,
  press,
  putThought,
  settle,
  shownTexts,
  type,
} from '#tests/client/client-app.tsx';

const BOX = 'dialog textarea';
const FIELD = 'input[aria-label="Edit thought"]';

describe('the add dialog', () => {
  test.for(['ctrlKey', 'metaKey'])(
    'hands its text over on Add, and closes, by %s and Enter',
    async (held) => {
      const { board } = await openApp();
      await write('hello');
      // That Enter belongs to an input method.
      await pressKey('Enter', { [held]: true, keyCode: 229 });
      expect(shownTexts()).toEqual([]);
      await pressKey('Enter', { [held]: true });
      expect(shownTexts()).toEqual(['hello']);
      expect(board.newest(1)).toMatchObject([{ text: 'hello', uID: ADA.uid }]);
      expect(document.querySelector('dialog')).toBeNull();
      expect(find('article').dataset).toMatchObject({ arrival: 'true', fresh: 'true' });
      expect(hasDraft()).toBe(false);
    },
  );

  test.each(['ends', 'is open'])(
    'leads the focus to the heading when what opened it goes as it %s',
    async (when) => {
      const { board } = await openApp();
      button('Write the first thought').focus();
      await press(button('Write the first thought'));
      await type(find(BOX), 'hello');
      if (when === 'is open') await act(async () => putThought(board, 'theirs'));
      await press(button('Add'));
      expect(shownTexts()).toContain('hello');
      expect(document.activeElement).toBe(find('h1'));
    },
  );

  test('adds no blank text, and none that is longer than the limit', async () => {
    await openApp();
    for (const text of [' \u200b\n', 'x'.repeat(151)]) {
      await write(text);
      expect(find(BOX)).toMatchObject({ cols: 50, rows: 3 });
      expect(button('Add').getAttribute('aria-disabled')).toBe('true');
      expect(button('Add').getAttribute('type')).toBe('button');
      await pressKey('Enter', { ctrlKey: true });
      await press(button('Cancel'));
      expect(hasDraft()).toBe(false);
    }
    expect(find('h1').textContent).toBe('Thoughts field');
  });

  test.for<[string, (opened: Awaited<ReturnType<typeof openApp>>) => Promise<unknown>]>([
    ['by Esc', () => act(async () => document.querySelector('dialog')?.close('')).then(settle)],
    ['by a reload', ({ close }) => close().then(() => openApp())],
    [
      'by the history',
      async () => {
        for (const path of ['/profile', '/']) await act(async () => navigate(path));
        await settle();
      },
    ],
  ])('keeps the draft when it is left without Add or Cancel, %s', async ([, leave]) => {
    const opened = await openApp();
    await write('half a thou');
    await leave(opened);
    await vi.waitFor(() => expect(hasDraft()).toBe(true));
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('half a thou');
  });

  test('offers a deleted text that was cancelled again once, and no blank one; over another it swaps them', async () => {
    await openWithOwn('regretted');
    await press(button('Delete'));
    for (const text of ['regretted', ' ']) {
      await write(text);
      await press(button('Cancel'));
    }
    expect(
      button('create new thoughts').querySelector(
        '[aria-label="A deleted thought can be put back"]',
      ),
    ).not.toBeNull();
    await press(button('create new thoughts'));
    await press(find('[aria-label="Put back: regretted"]'));
    expect(document.querySelector('[aria-label^="Put back:"]')).toBeNull();
    await type(find(BOX), 'another');
    for (const text of ['regretted', 'another']) {
      await press(find(`[aria-label="Put back: ${text}"]`));
      expect(valueOf(BOX)).toBe(text);
    }
    await act(async () => navigate('/profile'));
    await press(button('Put back'));
    expect(valueOf(BOX)).toBe('regretted');
    await press(find('[aria-label="Put back: another"]'));
    expect(valueOf(BOX)).toBe('another');
  });

  test('a double press on the text that it offers puts that back, and keeps it', async () => {
    installClickGuard();
    await openWithOwn('regretted');
    await press(button('Delete'));
    await write('half a draft');
    const offered = find('[aria-label="Put back: regretted"]');
    for (const event of ['pointerdown', 'click', 'pointerdown', 'click']) {
      await act(async () => {
        offered.dispatchEvent(
          new MouseEvent(event, { bubbles: true, cancelable: true, detail: 1 }),
        );
      });
    }
    expect(valueOf(BOX)).toBe('regretted');
  });

  test('keeps a draft for which a deleted text is put back, also over a reload', async () => {
    const { close } = await openWithOwn('regretted');
    await write('half a thou');
    await act(async () => document.querySelector('dialog')?.close(''));
    await press(button('Delete'));
    await act(async () => navigate('/profile'));
    await press(button('Put back'));
    expect(valueOf(BOX)).toBe('regretted');
    await press(button('Add'));
    await close();
    await openApp();
    await vi.waitFor(() => expect(hasDraft()).toBe(true));
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('half a thou');
  });

  test('has what was typed into a card that one deletes, and the round button shows that its text waits, too', async () => {
    await openWithOwn('stored');
    await press(button('Edit'));
    await type(find(FIELD), 'typed');
    await press(button('Delete'));
    expect(find('[title="create new thoughts"] [role="img"]').ariaLabel).toBe(
      'A deleted thought can be put back',
    );
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('typed');
    await press(find('[aria-label="Put back: stored"]'));
    expect(valueOf(BOX)).toBe('stored');
    expect(document.querySelector('[aria-label="Put back: typed"]')).not.toBeNull();
  });

  test('takes a key over a selection when it is full, half a character typed, and cuts what is pasted', async () => {
    const [insert, animate] = [vi.fn<() => void>(), vi.fn<() => void>()];
    Object.assign(document, { execCommand: insert });
    Object.assign(Element.prototype, { animate });
    await openApp();
    await write('x'.repeat(150));
    const isTaken = (data: string, inputType = 'insertText'): boolean =>
      find(BOX).dispatchEvent(
        new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true }),
      );
    expect(isTaken('y')).toBe(false);
    expect(animate).toHaveBeenCalledOnce();
    Object.assign(find(BOX), { selectionStart: 0, selectionEnd: 4 });
    expect(['y', '\uD83D'].map((key) => isTaken(key))).toEqual([true, true]);
    expect(isTaken('a\0\r\nbcd', 'insertFromPaste')).toBe(false);
    expect(insert.mock.lastCall).toEqual(['insertText', false, 'a\nbc']);
    await act(() => new Promise((resolve) => announcement.subscribe(() => resolve(null))));
    expect(find('dialog').textContent).toContain('The text was cut');
  });

  test('offers the last three discarded texts, the newest first, while the round button shows a deleted one', async () => {
    const texts = ['four', 'three', 'two', 'one'];
    const { board } = await openApp();
    const arrow = '[title="create new thoughts"] [aria-label="A deleted thought can be put back"]';
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
    await press(button('Add'));
    for (const text of texts.slice(0, 2)) {
      await press(button('create new thoughts'));
      await press(find(`[aria-label="Put back: ${text}"]`));
      await press(button('Add'));
    }
    expect(shownTexts()).toEqual(['three', 'four', 'two']);
    expect(document.querySelector(arrow)).toBeNull();
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

  test('tells its Edit and Delete from those of others by its time and first words', async () => {
    await openWithOwn('one two three four five six');
    for (const title of ['Edit', 'Delete']) {
      const [id = ''] = button(title).getAttribute('aria-describedby')?.split(' ') ?? [];
      expect(document.getElementById(id)?.textContent).toMatch(
        /^\d+:\d\d [AP]M, one two three four five$/u,
      );
    }
  });

  test('is left by Save, which then sends nothing, and by moving on, when nothing was changed', async () => {
    const editThought = vi.fn<() => Promise<void>>();
    await openWithOwn('same', { editThought });
    for (const leave of [() => button('Save').click(), () => find('h1').focus()]) {
      await press(button('Edit'));
      await act(async () => leave());
      expect(document.querySelector(FIELD)).toBeNull();
    }
    expect(editThought).not.toHaveBeenCalled();
  });

  test.for(['copy', 'cut', 'dragstart'])('gives its line breaks to a %s', async (event) => {
    const [execCommand, setData] = [vi.fn<() => void>(), vi.fn<() => void>()];
    Object.assign(document, { execCommand });
    await openWithOwn('one\ntwo');
    await press(button('Edit'));
    Object.assign(find(FIELD), { selectionStart: 0, selectionEnd: 5 });
    const taking = new Event(event, { bubbles: true, cancelable: true });
    const given = event === 'dragstart' ? 'dataTransfer' : 'clipboardData';
    find(FIELD).dispatchEvent(Object.assign(taking, { [given]: { setData } }));
    expect(setData).toHaveBeenCalledWith('text/plain', 'one\nt');
    expect(taking.defaultPrevented).toBe(event !== 'dragstart');
    expect(execCommand.mock.calls).toEqual(event === 'cut' ? [['delete']] : []);
  });

  test('an edit of an outdated text comes back to its writer over the current text', async () => {
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
    // On Save a second Enter would overwrite what its writer has not seen.
    expect(document.activeElement).toBe(find(FIELD));
    expect(find(FIELD).getAttribute('aria-describedby')).toBe(find('article p').id);
    await press(button('Save'));
    expect(board.newest(1)).toMatchObject([{ text: 'mine', version: 3 }]);
  });

  test('a refusal leaves the caret of who types on where it is', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { promise, reject } = Promise.withResolvers();
    await openWithOwn('old', { editThought: () => promise });
    for (const text of ['mine', 'mine, typed on']) {
      await press(button('Edit'));
      await type(find(FIELD), text);
      if (text === 'mine') await press(button('Save'));
    }
    Object.assign(find(FIELD), { selectionStart: 4, selectionEnd: 4 });
    await act(async () => reject(new Problem('conflict')));
    expect(find('article').dataset['refused']).toBe('true');
    expect(find(FIELD)).toMatchObject({ value: 'mine, typed on', selectionStart: 4 });
  });

  test('the text of an edit whose thought is gone waits in the add dialog', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { board } = await openWithOwn('old', {
      editThought: () => Promise.reject(new Problem('not-found')),
    });
    await press(button('Edit'));
    await type(find(FIELD), 'mine');
    await press(button('Save'));
    expect(board.newest(1)).toMatchObject([{ text: 'old' }]);
    expect(document.querySelector(`${FIELD}, dialog, [role="alert"]`)).toBeNull();
    expect(button('Edit').dataset['typed']).toBe('false');
    await press(button('create new thoughts'));
    expect(valueOf(BOX)).toBe('mine');
  });

  test('Esc leaves what was typed waiting', async () => {
    const { board } = await openWithOwn('before');
    await press(button('Edit'));
    await type(find(FIELD), 'half');
    button('Put the old text back').focus();
    for (const key of ['Enter', 'Escape']) await pressKey(key);
    expect([shownTexts(), button('Edit').dataset['typed']]).toEqual([['before'], 'true']);
    expect(descriptionOf(button('Edit'))).toContain(WORDS.card.editWaits);
    await press(button('Edit'));
    expect(valueOf(FIELD)).toBe('half');
    expect(board.newest(1)).toMatchObject([{ text: 'before' }]);
  });

  test('takes no blank text', async () => {
    const editThought = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new Problem('text-blank')),
    );
    await openWithOwn('old', { editThought });
    await press(button('Edit'));
    await type(find(FIELD), ' ');
    expect(button('Save').getAttribute('aria-disabled')).toBe('true');
    await press(button('Save'));
    find(FIELD).focus();
    await pressKey('Enter');
    expect(valueOf(FIELD)).toBe(' ');
    expect(editThought).not.toHaveBeenCalled();
  });

  test('Enter and Esc belong to an input method while it composes', async () => {
    await openWithOwn('old');
    await press(button('Edit'));
    for (const key of ['Enter', 'Escape']) await pressKey(key, { keyCode: 229 });
    expect(document.querySelector(FIELD)).not.toBeNull();
  });
});

describe('new posts of others', () => {
  // A pixel further down the browser already holds the cards in view, and what came in would be above them.
  test.each([innerHeight, 1])(
    'wait while the reader has scrolled by %s px, and come in at the top',
    async (top) => {
      const { board } = await openApp();
      await scrollPage(top);
      for (const text of ['seen', 'new']) await act(async () => putThought(board, text));
      expect([shownTexts(), document.title]).toEqual([['seen'], '(1) Thought Cloud']);
      button('1 new thought').focus();
      await scrollPage(0);
      expect(document.activeElement).toBe(find('h1'));
      expect([shownTexts(), document.title]).toEqual([['new', 'seen'], 'Thought Cloud']);
      expect(document.querySelector('[title="Edit"], [title="Delete"]')).toBeNull();
    },
  );

  test('show in the mark for a moment, which what was there before does not', async () => {
    const board = createMemoryDatabase();
    board.put(sampleThought(1));
    await openApp({ board });
    expect(document.querySelectorAll('header .mark')).toHaveLength(1);
    await act(async () => putThought(board, 'new'));
    expect(document.querySelectorAll('header .mark')).toHaveLength(2);
  });

  test('wait while one writes, also on a board that was empty', async () => {
    const { board } = await openApp();
    await press(button('Write the first thought'));
    await act(async () => putThought(board, 'first'));
    await act(async () => putThought(board, 'second'));
    expect(shownTexts()).toEqual(['first']);
  });

  test('wait while the focus is in a card, and an own one shows at once', async () => {
    const { board } = await openApp();
    await act(async () => putThought(board, 'seen'));
    await act(async () => find('article').focus());
    await act(async () => putThought(board, 'new'));
    await act(async () => putThought(board, 'own', ADA.uid));
    expect(shownTexts()).toEqual(['own', 'seen']);
    await scrollPage(innerHeight);
    await press(button('1 new thought'));
    expect(shownTexts()).toEqual(['own', 'new', 'seen']);
    expect(document.activeElement?.textContent).toContain('new');
    await scrollPage(0);
  });
});

test('the focus moves to the next card when its card is deleted here or elsewhere', async () => {
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

test('the focus moves to the heading when one deletes the last card', async () => {
  await openWithOwn('the only one');
  await press(button('Delete'));
  expect([shownTexts(), document.activeElement]).toEqual([[], find('h1')]);
});

test('the focus stays in a field while a card goes', async () => {
  const { board } = await openApp();
  const id = await act(async () => putThought(board, 'theirs'));
  await write('mine');
  find(BOX).focus();
  await act(async () => putThought(board, 'new'));
  expect(shownTexts()).toEqual(['theirs']);
  await act(async () => board.remove(id, 'uid-of-bob'));
  expect(shownTexts()).toEqual(['new']);
  await settle();
  expect(document.activeElement).toBe(find(BOX));
});

/** What a screen reader adds to a control's name. */
function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.trim().split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

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

async function pressKey(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
  await act(async () => document.activeElement?.dispatchEvent(event));
}

async function scrollPage(top: number): Promise<void> {
  Object.assign(window, { scrollY: top });
  await act(async () => dispatchEvent(new Event('scroll')));
}
