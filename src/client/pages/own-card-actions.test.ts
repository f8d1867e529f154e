// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openPages } from '#client/store/open-pages.ts';
import { openCardEdit } from '#client/writing/card-edit.ts';
import { openTexts } from '#client/writing/texts.ts';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { SAMPLE_USER, sampleThought } from '#tests/setup/samples.ts';
import { createOwnCardActions } from './own-card-actions.ts';

const CARD = sampleThought(1);
const OTHER = sampleThought(2);

test('a field takes the focus by a press on its page, until it is left, and not by a text that came back', () => {
  const { cardEdit, openPage } = open();
  const page = openPage();
  cardEdit.returnText({ id: 'refused', place: CARD.textID, text: 'refused' });
  expect(page.isBegunHere(CARD.textID)).toBe(false);
  page.begin(OTHER);
  expect(page.isBegunHere(OTHER.textID)).toBe(true);
  expect(openPage().isBegunHere(OTHER.textID)).toBe(false);
  page.leave(OTHER.textID);
  expect(page.isBegunHere(OTHER.textID)).toBe(false);
});

function open() {
  const texts = openTexts(openBrowser()(), openPages(), SAMPLE_USER.uid);
  const cardEdit = openCardEdit(texts, { storage: openBrowser()(), key: 'open-card' });
  const board = { user: SAMPLE_USER, texts, cardEdit, edit: () => {}, remove: () => {} };
  return { cardEdit, openPage: () => createOwnCardActions(board) };
}
