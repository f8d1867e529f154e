// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openEdits } from '#client/writing/edits.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { createOwnCardActions } from './own-card-actions.ts';

const CARD = sampleThought(1);
const OTHER = sampleThought(2);

test('a field takes the focus by a press on its page, until it is left, and not by a text that came back', () => {
  const { edits, openPage } = open();
  const page = openPage();
  edits.returnText(CARD.textID, 'refused');
  expect(page.isBegunHere(CARD.textID)).toBe(false);
  page.begin(OTHER);
  expect(page.isBegunHere(OTHER.textID)).toBe(true);
  expect(openPage().isBegunHere(OTHER.textID)).toBe(false);
  page.leave(OTHER.textID);
  expect(page.isBegunHere(OTHER.textID)).toBe(false);
});

function open() {
  const edits = openEdits({ lasting: openBrowser()(), tab: openBrowser()() }, SAMPLE_USER.uid);
  const board = { user: SAMPLE_USER, edits, edit: () => {}, remove: () => {} };
  return { edits, openPage: () => createOwnCardActions(board) };
}
