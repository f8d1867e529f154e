// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { openDrafts } from './drafts.ts';

describe('a draft', () => {
  test('is kept as it is typed, and opens the next dialog', () => {
    const tab = openBrowser();
    openDrafts(tab(), 'u').open().type('half a thou');
    const after = openDrafts(tab(), 'u');
    expect(after.isWaiting.get()).toBe(true);
    expect(after.open().initial).toBe('half a thou');
  });

  test('is gone once it is added or given up', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('text');
    dialog.drop();
    expect(drafts.isWaiting.get()).toBe(false);
    expect(drafts.open().initial).toBe('');
  });

  test("is its writer's alone", () => {
    const storage = openBrowser()();
    openDrafts(storage, 'ada').open().type('private');
    expect(openDrafts(storage, 'bob').open().initial).toBe('');
  });

  test('fills a closed dialog of another tab', async () => {
    const tab = openBrowser();
    const [first, second] = [openDrafts(tab(), 'u'), openDrafts(tab(), 'u')];
    first.open().type('typed in the first');
    await Promise.resolve();
    expect(second.isWaiting.get()).toBe(true);
    expect(second.open().initial).toBe('typed in the first');
  });

  test('in an open dialog outlives Cancel in another tab', async () => {
    const tab = openBrowser();
    const [first, second] = [openDrafts(tab(), 'u'), openDrafts(tab(), 'u')];
    const dialog = first.open();
    dialog.type('still being written');
    await Promise.resolve();
    second.open().drop();
    await Promise.resolve();
    dialog.leave();
    expect(first.open().initial).toBe('still being written');
  });

  test('in an open dialog outlives its page after Cancel in another tab', async () => {
    const tab = openBrowser();
    const [first, second] = [openDrafts(tab(), 'u'), openDrafts(tab(), 'u')];
    first.open().type('still being written');
    await Promise.resolve();
    second.open().drop();
    await Promise.resolve();
    window.dispatchEvent(new Event('pagehide'));
    expect(openDrafts(tab(), 'u').open().initial).toBe('still being written');
  });

  test('that is being typed elsewhere outlives Cancel here', async () => {
    const tab = openBrowser();
    const [first, second] = [openDrafts(tab(), 'u'), openDrafts(tab(), 'u')];
    const [one, two] = [first.open(), second.open()];
    one.type('one');
    await Promise.resolve();
    two.drop();
    expect(openDrafts(tab(), 'u').open().initial).toBe('one');
  });

  test('of another tab is kept apart when both dialogs are left', async () => {
    const tab = openBrowser();
    const [first, second] = [openDrafts(tab(), 'u'), openDrafts(tab(), 'u')];
    const [one, two] = [first.open(), second.open()];
    one.type('one');
    await Promise.resolve();
    two.type('two');
    await Promise.resolve();
    one.leave();
    await Promise.resolve();
    expect(textsOf(second)).toEqual(['one', 'two']);
  });

  test('that is being typed changes nothing that is watched', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    const dialog = drafts.open();
    dialog.type('a');
    const before = drafts.isWaiting.get();
    dialog.type('ab');
    expect(drafts.isWaiting.get()).toBe(before);
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
    dialog.drop();
    expect(drafts.open().takeCancelled()).toBe('');
  });
});

describe('refused texts', () => {
  test('are offered one at a time, each in a dialog of its own, through a reload', () => {
    const tab = openBrowser();
    const before = openDrafts(tab(), 'u');
    const long = 'x'.repeat(120);
    before.giveBack(`${long}1`);
    before.giveBack(`${long}2`);
    expect(textsOf(openDrafts(tab(), 'u'))).toEqual([`${long}1`, `${long}2`]);
  });

  test('wait until the draft that is there already is done with', () => {
    const drafts = openDrafts(openBrowser()(), 'u');
    drafts.open().type('mine');
    drafts.giveBack('refused');
    expect(textsOf(drafts)).toEqual(['mine', 'refused']);
  });
});

/** The texts that dialogs open with, one after the other, each dropped. */
function textsOf(drafts: ReturnType<typeof openDrafts>): string[] {
  const texts: string[] = [];
  while (drafts.isWaiting.get()) {
    const dialog = drafts.open();
    texts.push(dialog.initial);
    dialog.drop();
  }
  return texts;
}
