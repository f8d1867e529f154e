// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { installLocks } from '#tests/setup/page-locks.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { createDraftStorage } from './draft-storage.ts';
import { openDrafts } from './drafts.ts';
import { openEdits } from './edits.ts';
import { rescueTyped } from './rescue-typed.ts';

installLocks();

const [OLDER, OLDEST] = [sampleThought(0), sampleThought(1)];
const [CARD, NEWEST] = [sampleThought(2), sampleThought(3)];

test('a typed text is given to the drafts when its thought goes, and forgotten in the card', () => {
  const { edits, show, given, cards } = open();
  edits.type(CARD, 'typed');
  show([NEWEST, OLDEST]);
  expect(given()).toEqual(['typed']);
  expect([edits.openCard(), edits.typed(CARD), cards()]).toEqual([null, null, []]);
});

test('so is one that came back', () => {
  const { edits, show, given, cards } = open();
  edits.returnText(CARD.textID, 'refused');
  show([NEWEST, OLDEST]);
  expect([given(), cards()]).toEqual([['refused'], []]);
});

test('one that came back and was mended since is given as it was mended', () => {
  const { edits, show, given, cards } = open();
  edits.returnText(CARD.textID, 'refused');
  edits.type(CARD, 'refused, mended');
  show([NEWEST, OLDEST]);
  expect([given(), cards()]).toEqual([['refused, mended'], []]);
});

test.for([
  ['untouched', null],
  ['as it was', CARD.text],
  ['blank', ' \n'],
] as const)('an edit is forgotten alone where its text is %s', ([, text]) => {
  const { edits, show, given, cards } = open();
  edits.begin(CARD);
  if (text !== null) edits.type(CARD, text);
  show([NEWEST, OLDEST]);
  expect([given(), edits.openCard(), cards()]).toEqual([[], null, []]);
});

test('a typed text waits in its card while the list is shorter than before', () => {
  const { edits, show, given, cards } = open();
  edits.type(CARD, 'typed');
  show([NEWEST]);
  expect([given(), cards()]).toEqual([[], [CARD.textID]]);
  show([NEWEST, CARD, OLDEST]);
  show([NEWEST]);
  show([NEWEST, OLDEST]);
  expect(given()).toEqual(['typed']);
});

test('the last thought of a list that is complete goes like any other', () => {
  const { edits, show, given } = open();
  edits.type(OLDEST, 'typed');
  show([NEWEST, CARD], { more: false });
  expect(given()).toEqual(['typed']);
});

test('a card that was never listed keeps its text while its thought may be older', () => {
  const { edits, show, given, cards } = open();
  edits.type(OLDER, 'typed');
  show([NEWEST, OLDEST]);
  expect([given(), cards()]).toEqual([[], [OLDER.textID]]);
});

describe('what was typed into two tabs', () => {
  test('is given, both texts, when both wait in it', async () => {
    const { storages, show, given, cards } = open();
    typeInTabs(storages, 'here', 'there');
    await announced();
    show([NEWEST, OLDEST]);
    expect([given(), cards()]).toEqual([['here', 'there'], []]);
  });

  test('is given, both texts, when one of them is still open here', async () => {
    const { edits, storages, show, given, cards } = open();
    edits.begin(CARD);
    typeInTabs(storages, 'there');
    edits.type(CARD, 'here');
    await announced();
    show([NEWEST, OLDEST]);
    expect([given().toSorted(), cards()]).toEqual([['here', 'there'], []]);
  });

  test('is given once, though two tabs take it before they see each other do so', () => {
    const kept = new Map<string, string>();
    typeInTabs({ ...openStorages(), openTab: openBrowser(kept) }, 'typed');
    const keys = [new Map(kept), new Map(kept)].map((items) => {
      const { show, given } = open({ storages: openStorages(items) });
      show([NEWEST, OLDEST]);
      expect(given()).toEqual(['typed']);
      return [...items.keys()];
    });
    expect(keys[0]).toEqual(keys[1]);
  });

  test('is given once, though two lists tell', async () => {
    const { edits, storages, show, given, cards } = open({ lists: 2 });
    edits.type(CARD, 'here');
    typeInTabs(storages, 'there');
    edits.returnText(CARD.textID, 'refused');
    await announced();
    show([NEWEST, OLDEST]);
    expect([given().toSorted(), cards()]).toEqual([['here', 'there'], []]);
  });
});

describe('an edit whose thought was deleted while no page was open', () => {
  test.for(['behind a dot', 'in its open card', 'over one that came back'])(
    'is rescued once the list is read, where it waited %s',
    (where) => {
      const storages = openStorages();
      const before = openEdits(storages, SAMPLE_USER.uid);
      before.type(CARD, 'typed');
      if (where === 'over one that came back') before.returnText(CARD.textID, 'refused');
      if (where !== 'in its open card') before.begin(OLDEST);
      before.close();
      const { show, given, cards } = open({ storages });
      show([sampleThought(0, { text: 'not sent yet' })], { isLoading: true });
      expect([given(), cards()]).toEqual([[], expect.arrayContaining([CARD.textID])]);
      show([NEWEST, OLDEST]);
      expect(given()).toEqual(['typed']);
      expect(cards()).not.toContain(CARD.textID);
    },
  );

  test('keeps its text where the list does not reach as far down', () => {
    const storages = openStorages();
    typeInTabs(storages, 'typed');
    const { show, given, cards } = open({ storages });
    show([NEWEST]);
    expect([given(), cards()]).toEqual([[], [CARD.textID]]);
    show([NEWEST, OLDEST]);
    expect([given(), cards()]).toEqual([['typed'], []]);
  });

  test('is rescued as an earlier version kept it, too, once the list is complete', () => {
    const storages = openStorages();
    const draft = { text: 'typed', at: 1, dialog: null, textID: CARD.textID };
    storages.lasting.setItem(`${STORAGE_KEYS.edits(SAMPLE_USER.uid)}a`, JSON.stringify(draft));
    const { show, given } = open({ storages });
    show([NEWEST, OLDEST]);
    expect(given()).toEqual([]);
    show([NEWEST, OLDEST], { more: false });
    expect(given()).toEqual(['typed']);
  });

  test('is rescued where nothing is left of the board', () => {
    const storages = openStorages();
    typeInTabs(storages, 'typed');
    const { show, given } = open({ storages });
    show([], { more: false });
    expect(given()).toEqual(['typed']);
  });
});

type Storages = ReturnType<typeof openStorages>;

/** Lists that are yet to be read, or of three thoughts, with the edits of their cards. */
function open({ storages, lists = 1 }: { storages?: Storages; lists?: number } = {}) {
  const used = storages ?? openStorages();
  const state = createStore({ isLoading: true, more: false });
  const thoughts = createStore<readonly Thought[]>([]);
  const edits = openEdits(used, SAMPLE_USER.uid);
  const drafts = openDrafts(used.lasting, SAMPLE_USER.uid);
  for (let list = 0; list < lists; list += 1) rescueTyped({ thoughts, state }, { edits, drafts });
  const show = (listed: Thought[], { isLoading = false, more = true } = {}): void => {
    state.set({ isLoading, more });
    thoughts.set(listed);
  };
  if (!storages) show([NEWEST, CARD, OLDEST]);
  const kept = createDraftStorage(used.lasting, STORAGE_KEYS.drafts(SAMPLE_USER.uid));
  return {
    edits,
    storages: used,
    show,
    given: () => kept.read().map(({ text }) => text),
    cards: () => [...edits.cards().keys()],
  };
}

function openStorages(items?: Map<string, string>) {
  const openLasting = openBrowser(items);
  return { lasting: openLasting(), tab: openBrowser()(), openTab: openLasting };
}

/** Types each text into the card in a tab of its own; then all of these are closed. */
function typeInTabs({ openTab }: Storages, ...texts: string[]): void {
  const tabs = texts.map(() =>
    openEdits({ lasting: openTab(), tab: openBrowser()() }, SAMPLE_USER.uid),
  );
  for (const tab of tabs) tab.begin(CARD);
  tabs.forEach((tab, index) => tab.type(CARD, texts[index] ?? ''));
  for (const tab of tabs) tab.close();
}

/** Until the other tabs have been called. */
async function announced(): Promise<void> {
  await Promise.resolve();
}
