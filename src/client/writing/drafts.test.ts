// @vitest-environment jsdom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStorage, type BrowserStorage } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { openBrowser, storageOver } from '#tests/setup/browser-tabs.ts';
import { installLocks, lockThatCrashes, takeLocksAway } from '#tests/setup/page-locks.ts';
import { lockNameOf } from './abandoned-drafts.ts';
import { createDraftStorage } from './draft-storage.ts';
import { openDrafts } from './drafts.ts';

installLocks();

describe('a draft', () => {
  test('is kept as it is typed, and opens the next dialog', () => {
    const tab = openBrowser();
    openDrafts(tab(), 'u').open().type('half a thou');
    reloadPage();
    const after = openDrafts(tab(), 'u');
    expect(after.isWaiting.get()).toBe(true);
    expect(after.open().initial).toBe('half a thou');
  });

  test('is gone once it is added or given up', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('text');
    dialog.discard();
    expect(drafts.isWaiting.get()).toBe(false);
    expect(drafts.open().initial).toBe('');
  });

  test("is its writer's alone", () => {
    const storage = openBrowser()();
    openDrafts(storage, 'ada').open().type('private');
    reloadPage();
    expect(openDrafts(storage, 'bob').open().initial).toBe('');
  });

  test('that is emptied waits for nobody', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('text');
    dialog.type('');
    dialog.leave();
    expect(drafts.isWaiting.get()).toBe(false);
  });

  test('is read in the order begun, beside what another version kept', () => {
    const prefix = STORAGE_KEYS.drafts('u');
    const items = [
      [`${prefix}b`, storedDraft('later', 2)],
      [`${prefix}x`, '"of another version"'],
      [`${prefix}a`, storedDraft('earlier', 1)],
    ] as const;
    expect(textsOf(openDrafts(openBrowser(new Map(items))(), 'u'))).toEqual(['earlier', 'later']);
  });

  test('that is being typed changes nothing that is watched', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const changed = vi.fn<() => void>();
    drafts.isWaiting.subscribe(changed);
    const dialog = drafts.open();
    dialog.type('a');
    dialog.type('ab');
    expect(changed).not.toHaveBeenCalled();
  });

  test('waits when its board is closed under the dialog', () => {
    const tab = openBrowser();
    const drafts = openDrafts(tab(), 'u');
    drafts.open().type('signed out meanwhile');
    drafts.close();
    expect(textsOf(openDrafts(tab(), 'u'))).toEqual(['signed out meanwhile']);
  });

  test('shows on no board that was closed', async () => {
    const [closed, other] = openTwoTabs();
    closed.close();
    other.returnText('text');
    await announced();
    reloadPage();
    expect([closed.isWaiting.get(), other.isWaiting.get()]).toEqual([false, true]);
  });

  test.for(['leave', 'discard', 'cancel'] as const)(
    'has the lock of its dialog until that is closed by %s',
    async (end) => {
      const storage = openBrowser()();
      const dialog = openDrafts(storage, 'u').open();
      dialog.type('text');
      const [draft] = createDraftStorage(storage, STORAGE_KEYS.drafts('u')).read();
      const isHeld = async () => {
        const { held = [] } = await navigator.locks.query();
        return held.some(({ name }) => name === lockNameOf(draft?.id ?? ''));
      };
      await vi.waitFor(async () => expect(await isHeld()).toBe(true));
      dialog[end]();
      await vi.waitFor(async () => expect(await isHeld()).toBe(false));
    },
  );

  test('stays in its dialog when one that it took the place of is closed', () => {
    const tab = openBrowser();
    const drafts = openDrafts(tab(), 'u');
    const former = drafts.open();
    drafts.open().type('still open');
    former.discard();
    expect(drafts.isWaiting.get()).toBe(false);
    drafts.leave();
    expect(textsOf(drafts)).toEqual(['still open']);
  });

  test('is typed on in a page that comes back by the history', () => {
    const tab = openBrowser();
    const dialog = openDrafts(tab(), 'u').open();
    dialog.type('before');
    reloadPage();
    dialog.type('before and after');
    reloadPage();
    expect(textsOf(openDrafts(tab(), 'u'))).toEqual(['before and after']);
  });
});

describe('drafts in two tabs', () => {
  test('stay apart, whichever is added', async () => {
    const [first, second] = openTwoTabs();
    const one = first.open();
    one.type('foo');
    await announced();
    one.leave();
    const two = second.open();
    expect(two.initial).toBe('foo');
    two.discard();
    await announced();
    expect(first.isWaiting.get()).toBe(false);

    const [three, four] = [first.open(), second.open()];
    three.type('foo');
    await announced();
    four.type('bar');
    four.discard();
    await announced();
    three.leave();
    await announced();
    expect(textsOf(second)).toEqual(['foo']);
  });

  test('wait in the order they were begun', async () => {
    const [first, second] = openTwoTabs();
    const [one, two] = [first.open(), second.open()];
    one.type('one');
    await announced();
    two.type('two');
    await announced();
    two.leave();
    one.leave();
    await announced();
    const third = openDrafts(second.storage, 'u');
    expect(textsOf(third)).toEqual(['one', 'two']);
  });

  test('open first in the tab that left them', async () => {
    const [first, second] = openTwoTabs();
    for (const [drafts, text] of [
      [first, 'one'],
      [second, 'two'],
    ] as const) {
      const dialog = drafts.open();
      dialog.type(text);
      await announced();
    }
    first.leave();
    second.leave();
    await announced();
    expect([second.open().initial, first.open().initial]).toEqual(['two', 'one']);
  });

  test('show and open nowhere else while they are being written', async () => {
    const [first, second] = openTwoTabs();
    first.open().type('half');
    await announced();
    expect(second.isWaiting.get()).toBe(false);
    expect(second.open().initial).toBe('');
  });

  test.for(['with locks', 'without locks'])('leave no half-typed text behind, %s', async (kind) => {
    if (kind === 'without locks') takeLocksAway();
    const [first, second] = openTwoTabs();
    const [one, two] = [first.open(), second.open()];
    for (const end of [1, 2, 3]) {
      one.type('one'.slice(0, end));
      await announced();
      two.type('two'.slice(0, end));
      await announced();
    }
    one.leave();
    two.leave();
    expect(textsOf(openDrafts(second.storage, 'u')).toSorted()).toEqual(['one', 'two']);
  });

  test('show in the other as soon as their dialog is left', async () => {
    const [first, second] = openTwoTabs();
    const dialog = first.open();
    dialog.type('left');
    dialog.leave();
    await announced();
    expect(second.isWaiting.get()).toBe(true);
    expect(second.open().initial).toBe('left');
    await announced();
    expect(first.isWaiting.get()).toBe(false);
  });

  test('outlive Cancel in the other', async () => {
    const [first, second] = openTwoTabs();
    const dialog = first.open();
    dialog.type('still being written');
    await announced();
    second.open().cancel();
    await announced();
    dialog.leave();
    expect(first.open().initial).toBe('still being written');
  });

  test('wait for the next dialog when a page crashes', async () => {
    const crashing = lockThatCrashes();
    const [first, second] = openTwoTabs();
    first.open().type('written in a page that crashes');
    await announced();
    expect(second.isWaiting.get()).toBe(false);
    await crashing.crash();
    await vi.waitFor(() => expect(second.isWaiting.get()).toBe(true));
    expect(second.open().initial).toBe('written in a page that crashes');
  });

  test('that are given up come back in no tab that learns it late', async () => {
    const [items, itemsThere] = [new Map<string, string>(), new Map<string, string>()];
    const [here, tab] = [
      openStorage(() => storageOver(items), new EventTarget()),
      new EventTarget(),
    ];
    const write = vi.fn<() => void>();
    const there = openDrafts(
      openStorage(() => storageOver(itemsThere, write), tab),
      'u',
    );
    const arrive = (): void => {
      itemsThere.clear();
      for (const [key, value] of items) itemsThere.set(key, value);
      tab.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    };
    const dialog = openDrafts(here, 'u').open();
    dialog.type('given up');
    arrive();
    dialog.discard();
    // Its lock is free before its end is seen.
    await vi.waitFor(() => expect(there.isWaiting.get()).toBe(true));
    arrive();
    expect(there.isWaiting.get()).toBe(false);
    expect(write).not.toHaveBeenCalled();
  });

  test('wait when both pages crash at once', async () => {
    const crashing = lockThatCrashes();
    const [first, second] = openTwoTabs();
    const [one, two] = [first.open(), second.open()];
    one.type('one');
    two.type('two');
    await crashing.crash();
    const after = openDrafts(second.storage, 'u');
    await vi.waitFor(() => expect(after.isWaiting.get()).toBe(true));
    await vi.waitFor(() => expect(textsOf(after)).toEqual(['one', 'two']));
  });

  test('lose nothing where the browser has no locks', async () => {
    takeLocksAway();
    const [first, second] = openTwoTabs();
    const one = first.open();
    one.type('begun');
    await announced();
    const two = second.open();
    two.type('gone on with elsewhere');
    await announced();
    one.type('begun, gone on with');
    await announced();
    one.leave();
    two.leave();
    expect(textsOf(openDrafts(second.storage, 'u')).toSorted()).toEqual([
      'begun, gone on with',
      'gone on with elsewhere',
    ]);
  });

  test('are changed by nobody else while they are being written without locks', async () => {
    takeLocksAway();
    const [first, second] = openTwoTabs();
    const one = first.open();
    for (const text of ['h', 'ha', 'hal', 'half']) {
      one.type(text);
      const written = itemsOf(second.storage);
      await announced();
      expect(second.isWaiting.get()).toBe(true);
      const look = second.open();
      expect(look.initial).toBe(text);
      look.leave();
      await announced();
      expect(itemsOf(second.storage)).toEqual(written);
    }
    expect(first.isWaiting.get()).toBe(false);
    one.leave();
    expect(textsOf(second)).toEqual(['half']);
  });

  test('of a page that crashed without locks are taken over with the first key', async () => {
    takeLocksAway();
    const [crashed, second] = openTwoTabs();
    crashed.open().type('not lost');
    await announced();
    const dialog = second.open();
    dialog.type('not lost, and gone on with');
    dialog.leave();
    expect(textsOf(second)).toEqual(['not lost, and gone on with']);
  });

  test('come back from no dialog that another has taken them out of', async () => {
    takeLocksAway();
    const [first, second] = openTwoTabs();
    first.returnText('added elsewhere');
    await announced();
    const [untouched, other] = [first.open(), second.open()];
    await announced();
    other.discard();
    await announced();
    untouched.leave();
    expect(textsOf(first)).toEqual([]);
  });

  test('are not dropped with the text of another dialog', async () => {
    takeLocksAway();
    const [first, second] = openTwoTabs();
    first.returnText('text');
    await announced();
    const [one, other] = [first.open(), second.open()];
    other.type('text, and more');
    one.discard();
    await announced();
    expect(textsOf(openDrafts(second.storage, 'u'))).toEqual(['text, and more']);
  });

  test('are kept where the browser refuses its locks', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    Object.assign(navigator, { locks: { request: async () => raise('refused') } });
    onTestFinished(installLocks);
    const tab = openBrowser();
    const dialog = openDrafts(tab(), 'u').open();
    dialog.type('kept all the same');
    dialog.leave();
    expect(textsOf(openDrafts(tab(), 'u'))).toEqual(['kept all the same']);
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
  });

  test('outlive a full storage as long as their page', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const full = storageOver(new Map(), () => raise('full'));
    const drafts = openDrafts(
      openStorage(() => full),
      'u',
    );
    const dialog = drafts.open();
    dialog.type('no room');
    dialog.leave();
    expect(drafts.isWaiting.get()).toBe(true);
    expect(drafts.open().initial).toBe('no room');
  });
});

describe('a cancelled text', () => {
  test('can be taken back in the next dialog, once', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('given up');
    dialog.cancel();
    expect(drafts.isWaiting.get()).toBe(false);
    drafts.open().cancel();
    const next = drafts.open();
    expect([next.takeCancelled(), next.takeCancelled()]).toEqual(['given up', '']);
  });

  test('is no text that was added', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('added');
    dialog.discard();
    expect(drafts.open().takeCancelled()).toBe('');
  });
});

describe('refused texts', () => {
  test('are offered one at a time, each in a dialog of its own, through a reload', () => {
    const tab = openBrowser();
    const before = openDrafts(tab(), 'u');
    const long = 'x'.repeat(120);
    before.returnText(`${long}1`);
    before.returnText(`${long}2`);
    expect(textsOf(openDrafts(tab(), 'u'))).toEqual([`${long}1`, `${long}2`]);
  });

  test('keep their order though the clock is set back', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const drafts = openDrafts(openBrowser()(), 'u');
    for (const [at, text] of [
      [2_000, 'first'],
      [1_000, 'second'],
      [1_000, 'third'],
    ] as const) {
      vi.setSystemTime(at);
      drafts.returnText(text);
    }
    expect(textsOf(drafts)).toEqual(['first', 'second', 'third']);
  });

  test('wait once, however often the same one comes back', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    for (const text of ['same', 'another', 'same']) drafts.returnText(text);
    expect(textsOf(drafts)).toEqual(['same', 'another']);
  });

  test('are kept beside the same text in an open dialog', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('same');
    drafts.returnText('same');
    dialog.discard();
    expect(textsOf(drafts)).toEqual(['same']);
  });

  test('wait until the draft that is there already is done with', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    drafts.open().type('mine');
    drafts.returnText('refused');
    expect(textsOf(drafts)).toEqual(['mine', 'refused']);
  });
});

/** The texts that dialogs open with, one after the other, each dropped. */
function textsOf(drafts: ReturnType<typeof openDrafts>): string[] {
  const texts: string[] = [];
  while (drafts.isWaiting.get()) {
    const dialog = drafts.open();
    texts.push(dialog.initial);
    dialog.discard();
  }
  return texts;
}

/** A text that waits, as it is kept. */
function storedDraft(text: string, at: number): string {
  return JSON.stringify({ text, at, dialog: null });
}

/** What the browser says to a page that goes away in good order. */
function reloadPage(): void {
  window.dispatchEvent(new Event('pagehide'));
}

function openTwoTabs() {
  const tab = openBrowser();
  const open = () => {
    const storage = tab();
    return { ...openDrafts(storage, 'u'), storage };
  };
  return [open(), open()] as const;
}

/** Waits until each tab has learned what the others changed. */
async function announced(): Promise<void> {
  await Promise.resolve();
}

function itemsOf(storage: BrowserStorage) {
  return storage.keys().map((key) => [key, storage.getItem(key)]);
}

function raise(message: string): never {
  throw new Error(message);
}
