// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { createStore } from '#client/store/store.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { openEdits } from './edits.ts';
import { rescueTyped } from './rescue-typed.ts';

const [OLDEST, CARD, NEWEST] = [sampleThought(1), sampleThought(2), sampleThought(3)];

test('a typed text is given to the drafts when its thought goes, and forgotten in the card', () => {
  const { edits, show, given } = open();
  edits.type(CARD, 'typed');
  show([NEWEST, OLDEST]);
  expect(given()).toEqual(['typed']);
  expect([edits.openCard(), edits.typed(CARD), edits.cards()]).toEqual([null, null, []]);
});

test('so is one that came back', () => {
  const { edits, show, given } = open();
  edits.returnText(CARD.textID, 'refused');
  show([NEWEST, OLDEST]);
  expect([given(), edits.cards()]).toEqual([['refused'], []]);
});

test.for([
  ['untouched', null],
  ['as it was', CARD.text],
  ['blank', ' \n'],
] as const)('an edit is forgotten alone where its text is %s', ([, text]) => {
  const { edits, show, given } = open();
  edits.begin(CARD);
  if (text !== null) edits.type(CARD, text);
  show([NEWEST, OLDEST]);
  expect([given(), edits.openCard(), edits.cards()]).toEqual([[], null, []]);
});

test('a typed text waits in its card while the list is shorter than before', () => {
  const { edits, show, given } = open();
  edits.type(CARD, 'typed');
  show([NEWEST]);
  expect([given(), edits.cards()]).toEqual([[], [CARD.textID]]);
  show([NEWEST, CARD, OLDEST]);
  show([NEWEST]);
  show([NEWEST, OLDEST]);
  expect(given()).toEqual(['typed']);
});

test('the last thought of a list that is complete goes like any other', () => {
  const { edits, show, given } = open({ hasMore: false });
  edits.type(OLDEST, 'typed');
  show([NEWEST, CARD]);
  expect(given()).toEqual(['typed']);
});

test('a card that was never listed keeps its text: its thought may be older', () => {
  const { edits, show, given } = open();
  edits.type(sampleThought(0), 'typed');
  show([NEWEST, OLDEST]);
  expect([given(), edits.cards()]).toEqual([[], [sampleThought(0).textID]]);
});

/** A list of three thoughts, with the edits of its cards. */
function open({ hasMore = true } = {}) {
  const thoughts = createStore<readonly Thought[]>([NEWEST, CARD, OLDEST]);
  const returnText = vi.fn<(text: string) => void>();
  const storages = { lasting: openBrowser()(), tab: openBrowser()() };
  const edits = openEdits(storages, SAMPLE_USER.uid);
  rescueTyped({ thoughts, hasMore: () => hasMore }, { edits, drafts: { returnText } });
  return { edits, show: thoughts.set, given: () => returnText.mock.calls.map(([text]) => text) };
}
