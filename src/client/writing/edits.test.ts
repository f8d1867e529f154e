// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { openStorage } from '#client/store/browser-storage.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { installLocks, lockThatCrashes, takeLocksAway } from '#tests/setup/page-locks.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { openEdits, type Edits } from './edits.ts';

installLocks();

const CARD = sampleThought(1, { text: 'stored', version: 3 });
const OTHER = sampleThought(2, { text: 'other' });
const NEWER = { ...CARD, text: 'newer', version: 4 };

describe('the edits of own cards', () => {
  test('one card is in edit mode at a time', () => {
    const { edits } = openTab();
    edits.begin(CARD);
    edits.begin(OTHER);
    expect(edits.openCard()).toBe(OTHER.textID);
    edits.end(CARD.textID);
    expect(edits.openCard()).toBe(OTHER.textID);
    edits.end(OTHER.textID);
    expect(edits.openCard()).toBeNull();
  });

  test('what was typed survives a reload, with its card in edit mode', () => {
    const { edits, reload } = openTab();
    edits.begin(CARD);
    edits.type(CARD, 'typed');
    const after = reload();
    expect([after.openCard(), after.typed(CARD)?.text]).toEqual([CARD.textID, 'typed']);
  });

  test('what was typed waits until it is saved or left', () => {
    const { edits } = openTab();
    edits.type(CARD, 'typed');
    edits.begin(OTHER);
    edits.end(OTHER.textID);
    expect(edits.typed(CARD)?.text).toBe('typed');
    edits.end(CARD.textID);
    expect(edits.typed(CARD)).toBeNull();
  });

  test('what was typed takes the place of what stood there then, while its card is open', () => {
    const { edits, reload } = openTab();
    edits.begin(CARD);
    edits.type(CARD, 'typ');
    edits.type(NEWER, 'typed');
    const expected = { text: 'typed', over: { text: 'stored', version: 3 } };
    expect(edits.typed(NEWER)).toEqual(expected);
    expect(reload().typed(NEWER)).toEqual(expected);
  });

  test('what was typed over another text than the stored one is not offered', () => {
    const { edits } = openTab();
    edits.type(CARD, 'typed');
    edits.begin(OTHER);
    expect(edits.typed(NEWER)).toBeNull();
    edits.begin(NEWER);
    expect(edits.typed(NEWER)).toBeNull();
    edits.type(NEWER, 'typed now');
    expect(edits.typed(NEWER)).toEqual({ text: 'typed now', over: { text: 'newer', version: 4 } });
  });
});

describe('what was typed in a tab', () => {
  test.for(['with locks', 'without locks'])(
    'waits in the others once it is closed, %s',
    async (kind) => {
      if (kind === 'without locks') takeLocksAway();
      const openNextTab = openTabs();
      const [here, there] = [openNextTab().edits, openNextTab().edits];
      here.begin(CARD);
      here.type(CARD, 'typed');
      here.close();
      await announced();
      for (const edits of [there, openNextTab().edits]) {
        expect([edits.openCard(), cardsOf(edits)]).toEqual([null, [CARD.textID]]);
        expect([edits.typed(CARD)?.text, edits.typed(NEWER)]).toEqual(['typed', null]);
      }
      there.begin(CARD);
      there.type(CARD, 'typed, and more');
      there.end(CARD.textID);
      expect(cardsOf(openNextTab().edits)).toEqual([]);
    },
  );

  test('waits in the others once its page has crashed', async () => {
    const crashing = lockThatCrashes();
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.type(CARD, 'typed');
    await announced();
    expect([cardsOf(there), there.typed(CARD)]).toEqual([[], null]);
    await crashing.crash();
    await vi.waitFor(() => expect(there.typed(CARD)?.text).toBe('typed'));
  });

  test('is gone on with in its open card when the page that crashed is loaded again', async () => {
    const crashing = lockThatCrashes();
    const { edits, load } = openTab();
    edits.type(CARD, 'typed');
    await crashing.crash();
    const after = load();
    expect(after.openCard()).toBe(CARD.textID);
    await vi.waitFor(() => expect(after.typed(NEWER)?.text).toBe('typed'));
  });

  test('is taken up by no board that was closed when its page crashes', async () => {
    const crashing = lockThatCrashes();
    const openNextTab = openTabs();
    const { edits, load } = openNextTab();
    edits.type(CARD, 'typed');
    await crashing.crash();
    installLocks();
    load().close();
    const { edits: there } = openNextTab();
    await vi.waitFor(() => expect(there.typed(CARD)?.text).toBe('typed'));
  });

  test('stays there when the tab is duplicated, whatever waits there later', async () => {
    const openNextTab = openTabs();
    const { edits: here, remembered } = openNextTab();
    here.type(CARD, 'typed');
    const { edits: duplicate } = openNextTab(remembered);
    await asked();
    here.begin(OTHER);
    await announced();
    here.begin(CARD);
    await announced();
    expect([here.typed(CARD)?.text, duplicate.typed(CARD)]).toEqual(['typed', null]);
  });

  test('stays apart from what is typed into the same card in another', async () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.begin(CARD);
    there.begin(CARD);
    here.type(CARD, 'here');
    await announced();
    there.type(CARD, 'there');
    await announced();
    here.type(CARD, 'here, on');
    await announced();
    expect([here.typed(CARD)?.text, there.typed(CARD)?.text]).toEqual(['here, on', 'there']);
    here.close();
    await announced();
    expect(there.typed(CARD)?.text).toBe('there');
    there.end(CARD.textID);
    expect(there.typed(CARD)?.text).toBe('here, on');
  });

  test('is left alone by a tab that has the card open, untouched', async () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    there.begin(CARD);
    here.type(CARD, 'typed');
    here.close();
    await announced();
    expect(there.typed(CARD)).toBeNull();
    there.type(CARD, 'something else');
    there.end(CARD.textID);
    expect(there.typed(CARD)?.text).toBe('typed');
  });

  test('goes to the tab that goes on with it first, and is no longer in the other', async () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.type(CARD, 'typed');
    here.begin(OTHER);
    await announced();
    there.begin(CARD);
    await announced();
    expect([here.typed(CARD), there.typed(CARD)?.text]).toEqual([null, 'typed']);
  });

  test('is forgotten in all of them when its card is opened over another text', async () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.type(CARD, 'typed');
    here.close();
    await announced();
    there.begin(NEWER);
    there.end(NEWER.textID);
    expect([there.typed(CARD), cardsOf(openNextTab().edits)]).toEqual([null, []]);
  });

  test('is one text though its page comes back by the history', async () => {
    const openNextTab = openTabs();
    const { edits } = openNextTab();
    edits.type(CARD, 'before');
    leavePage();
    edits.type(CARD, 'before and after');
    leavePage();
    const { edits: after } = openNextTab();
    expect(after.typed(CARD)?.text).toBe('before and after');
    after.begin(CARD);
    after.end(CARD.textID);
    expect(after.typed(CARD)).toBeNull();
  });

  test("is its writer's alone", () => {
    const storages = { lasting: openBrowser()(), tab: openBrowser()() };
    const edits = openEdits(storages, 'ada');
    edits.type(CARD, 'private');
    edits.close();
    const next = openEdits(storages, 'bob');
    expect([next.openCard(), cardsOf(next)]).toEqual([null, []]);
    expect(openEdits(storages, 'ada').typed(CARD)?.text).toBe('private');
  });

  test('is asked about by a browser that keeps nothing, and an open card is not', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const page = new EventTarget();
    const blocked = () => openStorage(() => raise('denied'), page);
    const edits = openEdits({ lasting: blocked(), tab: blocked() }, 'u');
    const leaves = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    edits.begin(CARD);
    expect(leaves()).toBe(true);
    edits.type(CARD, 'typed');
    expect([leaves(), edits.typed(CARD)?.text]).toEqual([false, 'typed']);
    edits.type(CARD, CARD.text);
    expect(leaves()).toBe(true);
    edits.type(CARD, '');
    expect(leaves()).toBe(false);
    edits.end(CARD.textID);
    expect(leaves()).toBe(true);
  });

  test('is not lost without locks to a tab that opens its card over another text', async () => {
    takeLocksAway();
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.type(CARD, 'typed');
    await announced();
    there.begin(NEWER);
    there.end(NEWER.textID);
    here.close();
    expect(openNextTab().edits.typed(CARD)?.text).toBe('typed');
  });

  test('is taken over with the first key without locks, unless it has changed since', async () => {
    takeLocksAway();
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.type(CARD, 'typed');
    await announced();
    there.begin(CARD);
    here.type(CARD, 'typed on');
    await announced();
    there.type(CARD, 'typed elsewhere');
    await announced();
    expect([here.typed(CARD)?.text, there.typed(CARD)?.text]).toEqual([
      'typed on',
      'typed elsewhere',
    ]);
    there.end(CARD.textID);
    expect(there.typed(CARD)?.text).toBe('typed on');
  });
});

describe('a text that is given back', () => {
  test('goes over whatever stands there, and opens its card', () => {
    const { edits } = openTab();
    edits.returnText(CARD.textID, 'refused');
    expect(edits.openCard()).toBe(CARD.textID);
    expect(edits.typed(NEWER)).toEqual({ text: 'refused', over: null });
    edits.type(NEWER, 'refused, mended');
    expect(edits.typed(NEWER)).toEqual({ text: 'refused, mended', over: null });
  });

  test('opens no second card and replaces no newer typing', () => {
    const { edits } = openTab();
    edits.begin(OTHER);
    edits.type(OTHER, 'being typed');
    edits.returnText(CARD.textID, 'refused');
    edits.returnText(OTHER.textID, 'older');
    expect(edits.openCard()).toBe(OTHER.textID);
    expect([edits.typed(CARD)?.text, edits.typed(OTHER)?.text]).toEqual(['refused', 'being typed']);
  });

  test('lets what is typed there by now go over whatever stands there, too', () => {
    const { edits } = openTab();
    edits.begin(CARD);
    edits.type(CARD, 'typed on');
    edits.returnText(CARD.textID, 'refused');
    expect(edits.typed(NEWER)).toEqual({ text: 'typed on', over: null });
  });

  test('lets what waits in its card go over whatever stands there, too', () => {
    const { edits } = openTab();
    edits.type(CARD, 'typed on');
    edits.begin(OTHER);
    edits.returnText(CARD.textID, 'refused');
    expect(edits.typed(NEWER)).toMatchObject({ text: 'typed on', over: null });
  });

  test.each([
    [CARD, OTHER],
    [OTHER, CARD],
  ])('opens in the place of one that came back before, whichever they are', (first, second) => {
    const { edits } = openTab();
    edits.returnText(first.textID, 'refused');
    edits.returnText(second.textID, 'refused, too');
    expect(edits.openCard()).toBe(second.textID);
    expect(edits.typed(first)?.text).toBe('refused');
    edits.end(second.textID);
    expect(edits.openCard()).toBe(first.textID);
  });

  test('opens in no place of one that is typed into', () => {
    const { edits } = openTab();
    edits.returnText(CARD.textID, 'refused');
    edits.type(CARD, 'refused, mended');
    edits.returnText(OTHER.textID, 'refused, too');
    expect(edits.openCard()).toBe(CARD.textID);
  });

  test('is not lost to who types into it while another tab ends the edit', async () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab().edits, openNextTab().edits];
    here.returnText(CARD.textID, 'refused');
    await announced();
    there.type(NEWER, 'refused, mended');
    here.end(CARD.textID);
    await announced();
    expect([there.openCard(), there.typed(NEWER)?.text]).toEqual([CARD.textID, 'refused, mended']);
  });

  test('shows in a card that is open and untouched', () => {
    const { edits } = openTab();
    edits.begin(CARD);
    edits.returnText(CARD.textID, 'refused');
    expect(edits.openCard()).toBe(CARD.textID);
    expect(edits.typed(CARD)?.text).toBe('refused');
  });

  test('comes to every tab, whichever one it was refused in, until one ends the edit', async () => {
    const openNextTab = openTabs();
    const [writer, other] = [openNextTab().edits, openNextTab()];
    other.edits.returnText(CARD.textID, 'refused');
    await announced();
    expect([writer.openCard(), writer.typed(NEWER)?.text]).toEqual([CARD.textID, 'refused']);
    expect(openNextTab().edits.typed(NEWER)?.text).toBe('refused');
    writer.end(CARD.textID);
    await announced();
    expect([other.edits.openCard(), other.edits.typed(NEWER)]).toEqual([null, null]);
  });

  test('comes to no board that was closed', async () => {
    const openNextTab = openTabs();
    const [closed, there] = [openNextTab().edits, openNextTab().edits];
    closed.close();
    there.returnText(CARD.textID, 'refused');
    await announced();
    expect([closed.openCard(), there.openCard()]).toEqual([null, CARD.textID]);
  });

  test('stays when another tab gives one back at the same time', () => {
    const openNextTab = openTabs();
    const [here, there] = [openNextTab(), openNextTab()];
    here.edits.returnText(CARD.textID, 'refused here');
    there.edits.returnText(OTHER.textID, 'refused there');
    const after = here.reload();
    expect(after.typed(CARD)?.text).toBe('refused here');
    expect(after.typed(OTHER)?.text).toBe('refused there');
  });
});

function openTab() {
  return openTabs()();
}

function openTabs() {
  const openLasting = openBrowser();
  return (copied = new Map<string, string>()) => {
    const remembered = new Map(copied);
    const storages = { lasting: openLasting(), tab: openBrowser(remembered)() };
    const load = () => openEdits(storages, 'u');
    const reload = () => {
      leavePage();
      return load();
    };
    return { edits: load(), load, reload, remembered };
  };
}

/** The ids of the cards that are in edit mode or hold a text. */
function cardsOf(edits: Edits): string[] {
  return [...edits.cards().keys()];
}

/** What the browser says to all pages of a test when they go away in good order. */
function leavePage(): void {
  window.dispatchEvent(new Event('pagehide'));
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
