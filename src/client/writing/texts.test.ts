// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { openStorage, type BrowserStorage } from '#client/store/browser-storage.ts';
import { openPages } from '#client/store/open-pages.ts';
import { openBrowser, storageOver } from '#tests/setup/browser-tabs.ts';
import { installLocks, lockThatCrashes, takeLocksAway } from '#tests/setup/page-locks.ts';
import { NEW, openTexts, type OpenText } from './texts.ts';

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

  test.for(['submit', 'cancel'] as const)('is gone once it is ended by %s', (how) => {
    const { open, texts, items } = openTab();
    const dialog = open();
    dialog.type('text');
    dialog[how]();
    dialog.leave();
    expect([texts(), items.size]).toEqual([[], 0]);
  });

  test("is its writer's alone", () => {
    const storage = openBrowser()();
    const ada = openTexts(storage, openPages(), 'ada');
    ada.open({ place: NEW, over: null }).type('private');
    ada.close();
    expect(openTexts(storage, openPages(), 'bob').waiting.get()).toEqual([]);
    expect(openTexts(storage, openPages(), 'ada').waiting.get()).toHaveLength(1);
  });

  test('that is emptied waits for nobody', () => {
    const { open, texts, items } = openTab();
    const dialog = open();
    dialog.type('text');
    dialog.type('');
    dialog.leave();
    expect([texts(), items.size]).toEqual([[], 0]);
  });

  test('that is back to what it is typed over is none', () => {
    const { all, items } = openTab();
    const edit = all.open({ place: 'card', over: { text: 'stored', version: 1 } });
    edit.type('stored, and more');
    edit.type('stored');
    expect(items.size).toBe(0);
  });

  test('that is being typed changes nothing that is watched', async () => {
    const { open, all, openNext } = openTab();
    const there = openNext();
    const changed = vi.fn<() => void>();
    for (const { waiting } of [all, there.all]) waiting.subscribe(changed);
    const dialog = open();
    for (const typed of ['a', 'ab']) {
      dialog.type(typed);
      await announced();
    }
    expect(changed).not.toHaveBeenCalled();
  });

  test('goes with the first key from where it waited, and stays there until then', () => {
    const { open, texts, all } = openTab();
    put(all, 'waiting');
    open().leave();
    const dialog = open();
    expect([dialog.get(), texts()]).toEqual(['waiting', ['waiting']]);
    dialog.type('waiting no more');
    expect(texts()).toEqual([]);
    dialog.leave();
    expect(texts()).toEqual(['waiting no more']);
  });

  test.for(['submit', 'cancel'] as const)('that nobody touched is ended by %s, too', (how) => {
    const { open, texts, all } = openTab();
    put(all, 'waiting');
    open()[how]();
    expect(texts()).toEqual([]);
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

  test('shows first in the tab that left it, else the oldest does', () => {
    const { open, all, texts, load } = openTab();
    put(all, 'one');
    const dialog = all.open({ place: NEW, over: null });
    dialog.type('left here');
    dialog.leave();
    expect([open().get(), texts(), load().texts()]).toEqual([
      'left here',
      ['left here', 'one'],
      ['one', 'left here'],
    ]);
  });

  test('that comes back waits after all others though the clock is set back, and once', () => {
    vi.useFakeTimers();
    const { all, texts } = openTab();
    for (const [at, text] of [
      [2_000, 'first'],
      [1_000, 'second'],
      [1_000, 'third'],
    ] as const) {
      vi.setSystemTime(at);
      for (let times = 0; times < 2; times += 1)
        all.put({ id: text, place: NEW, text, over: null });
    }
    vi.useRealTimers();
    expect(texts()).toEqual(['first', 'second', 'third']);
  });

  test('outlives a full storage as long as its page', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const full = openStorage(() => storageOver(new Map(), () => raise('full')));
    const { open, texts } = openTab(() => full);
    const dialog = open();
    dialog.type('no room');
    dialog.leave();
    expect([texts(), open().get()]).toEqual([['no room'], 'no room']);
  });
});

describe('a text typed in one tab', () => {
  test.for(['with locks', 'without locks'])('is not lost to another one, %s', async (kind) => {
    if (kind === 'without locks') takeLocksAway();
    const { open: openHere, openNext } = openTab();
    const { open: openThere, texts } = openNext();
    const [here, there] = [openHere(), openThere()];
    for (const end of [1, 2, 3]) {
      here.type('one'.slice(0, end));
      await announced();
      there.type('two'.slice(0, end));
      await announced();
    }
    here.leave();
    there.leave();
    await announced();
    expect(texts().toSorted()).toEqual(['one', 'two']);
  });

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
    other.cancel();
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
    there.open().cancel();
    expect(there.texts()).toEqual([]);
  });

  test('shows on no board that was closed', async () => {
    const { all, openNext } = openTab();
    const there = openNext();
    all.close();
    put(there.all, 'later');
    await announced();
    expect(all.waiting.get()).toEqual([]);
  });

  test('stays, as do all that are typed on from one, where two tabs have opened it', async () => {
    const { all, open, openNext } = openTab();
    put(all, 'waiting');
    const there = openNext();
    const [here, other] = [open(), there.open()];
    here.type('waiting here');
    await announced();
    other.type('waiting there');
    await announced();
    here.leave();
    other.leave();
    expect(openNext().texts().toSorted()).toEqual(['waiting here', 'waiting there']);
  });

  test('comes back from no dialog that another has taken it out of', async () => {
    const { all, open, openNext } = openTab();
    put(all, 'added elsewhere');
    const there = openNext();
    const untouched = open();
    there.open().submit();
    await announced();
    untouched.leave();
    untouched.cancel();
    expect(openNext().texts()).toEqual([]);
  });
});

describe('without locks', () => {
  test('a text is offered in another tab, which takes nothing away by looking or by Cancel', async () => {
    takeLocksAway();
    const { open, items, openNext } = openTab();
    const there = openNext();
    open().type('half');
    await announced();
    expect(there.texts()).toEqual(['half']);
    const before = [...items];
    there.open().leave();
    there.open().cancel();
    expect([...items]).toEqual(before);
  });

  test('one of a page that crashed is taken over with the first key, and ended by Cancel then', async () => {
    takeLocksAway();
    const { open, openNext } = openTab();
    const there = openNext();
    open().type('not lost');
    await announced();
    const dialog = there.open();
    dialog.type('not lost, and more');
    dialog.leave();
    expect(there.texts()).toEqual(['not lost, and more']);
    there.open().cancel();
    expect(there.texts()).toEqual([]);
  });

  test('one that is taken over under its writer is written again by them', async () => {
    takeLocksAway();
    const { open, openNext } = openTab();
    const there = openNext();
    const here = open();
    here.type('begun');
    await announced();
    const taken = there.open();
    taken.type('begun, gone on with');
    taken.cancel();
    here.leave();
    expect(openNext().texts()).toEqual(['begun']);
  });
});

type Tab = ReturnType<typeof openTabOf>;

/** A tab of a browser of its own, which can open others. */
function openTab(openStorageOfTab?: () => BrowserStorage): Tab {
  const items = new Map<string, string>();
  return openTabOf(openStorageOfTab ?? openBrowser(items), items);
}

function openTabOf(openStorageOfTab: () => BrowserStorage, items: Map<string, string>) {
  const storage = openStorageOfTab();
  const load = () => {
    const all = openTexts(storage, openPages(), 'u');
    return {
      all,
      texts: () => all.waiting.get().map(({ text }) => text),
      /** Opens the add dialog. */
      open: (): OpenText => all.open(all.waiting.get()[0] ?? { place: NEW, over: null }),
    };
  };
  const openNext = (): ReturnType<typeof load> => openTabOf(openStorageOfTab, items);
  return { ...load(), load, openNext, items };
}

function put(texts: Tab['all'], text: string): void {
  texts.put({ id: text, place: NEW, text, over: null });
}

/** What the browser says to all pages of a test when they go away in good order. */
function leavePage(): void {
  dispatchEvent(new Event('pagehide'));
}

/** Until the other tabs have been called. */
async function announced(): Promise<void> {
  await Promise.resolve();
}

/** Until whoever asked for a lock before has an answer. */
async function asked(): Promise<void> {
  await navigator.locks.request('asked', {}, () => {});
}

function raise(message: string): never {
  throw new Error(message);
}
