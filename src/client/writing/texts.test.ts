// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { openPages } from '#client/store/open-pages.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { installLocks, lockThatCrashes } from '#tests/setup/page-locks.ts';
import { announced, asked, leavePage, openTab } from '#tests/setup/writing-tabs.ts';
import { NEW, openTexts } from './texts.ts';

installLocks();

describe('a text', () => {
  test('is kept as it is typed, and opens the next dialog', () => {
    const { open, load } = openTab();
    open().type('half a thou');
    leavePage();
    const after = load();
    expect(after.texts()).toEqual(['half a thou']);
    expect(after.open().get()).toBe('half a thou');
  });

  test.for(['typed', 'that nobody touched'])('%s is gone once it is ended', (which) => {
    const { open, all, texts, items } = openTab();
    if (which !== 'typed') put({ all }, 'waiting');
    const dialog = open();
    if (which === 'typed') dialog.type('text');
    dialog.end();
    dialog.leave();
    expect([texts(), items.size]).toEqual([[], 0]);
  });

  test("is its writer's alone", () => {
    const storage = openBrowser()();
    const ada = openTexts(storage, openPages(), 'ada');
    ada.open({ place: NEW, base: null }).type('private');
    ada.close();
    expect(openTexts(storage, openPages(), 'bob').waiting.get()).toEqual([]);
    expect(openTexts(storage, openPages(), 'ada').waiting.get()).toHaveLength(1);
  });

  test.for([
    ['is emptied', null],
    ['is back to what it is typed over', { text: 'stored', version: 1 }],
  ] as const)('that %s waits for nobody', ([, base]) => {
    const { all, texts, items } = openTab();
    const dialog = all.open({ place: 'card', base });
    dialog.type('stored, and more');
    dialog.type(base?.text ?? '');
    dialog.leave();
    expect([texts(), items.size]).toEqual([[], 0]);
  });

  test('goes with the first key from where it waited, and stays there until then', () => {
    const { open, texts, all } = openTab();
    put({ all }, 'waiting');
    open().leave();
    const dialog = open();
    expect([dialog.get(), texts()]).toEqual(['waiting', ['waiting']]);
    dialog.type('waiting no more');
    expect(texts()).toEqual([]);
    dialog.leave();
    expect(texts()).toEqual(['waiting no more']);
  });

  test('is typed on in a page that comes back by the history', () => {
    const { open, load } = openTab();
    const dialog = open();
    for (const typed of ['before', 'before and after']) {
      dialog.type(typed);
      leavePage();
    }
    expect(load().texts()).toEqual(['before and after']);
  });

  test('shows before those that were begun earlier, and what comes back before all of them', () => {
    vi.useFakeTimers();
    const { open, all, texts } = openTab();
    for (const text of ['first', 'second']) {
      vi.advanceTimersByTime(1);
      const dialog = all.open({ place: NEW, base: null });
      dialog.type(text);
      dialog.leave();
    }
    vi.advanceTimersByTime(1);
    for (let times = 0; times < 2; times += 1) put({ all }, 'back');
    expect([texts(), open().get()]).toEqual([['back', 'second', 'first'], 'back']);
  });
});

describe('a text typed in one tab', () => {
  test('shows and opens in no other one while its page lives, and outlives Cancel there', async () => {
    const { open, openNext } = openTab();
    const there = openNext();
    const here = open();
    here.type('half');
    await announced();
    await asked();
    expect(there.texts()).toEqual([]);
    const other = there.open();
    expect(other.get()).toBe('');
    other.type('something else');
    other.end();
    here.leave();
    await announced();
    expect(there.texts()).toEqual(['half']);
  });

  test('waits in the others once its page has crashed', async () => {
    const crashing = lockThatCrashes();
    const { open, openNext } = openTab();
    await asked();
    installLocks();
    const there = openNext();
    open().type('not lost');
    await announced();
    expect(there.texts()).toEqual([]);
    await crashing.crash();
    await vi.waitFor(() => expect(there.texts()).toEqual(['not lost']));
    there.open().end();
    expect(there.texts()).toEqual([]);
  });
});

function put({ all }: Pick<ReturnType<typeof openTab>, 'all'>, text: string): void {
  all.put({ id: text, place: NEW, text, base: null });
}
