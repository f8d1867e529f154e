import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { openEdits } from './edits.ts';

const CARD = { textID: 'A'.repeat(20), text: 'stored' };
const OTHER = { textID: 'B'.repeat(20), text: 'other' };

describe('the edits of own cards', () => {
  test('one card is in edit mode at a time', () => {
    const { edits } = open();
    edits.begin(CARD.textID);
    edits.begin(OTHER.textID);
    expect(edits.openCard()).toBe(OTHER.textID);
    edits.end(CARD.textID);
    expect(edits.openCard()).toBe(OTHER.textID);
    edits.end(OTHER.textID);
    expect(edits.openCard()).toBeNull();
  });

  test('what was typed survives a reload, with its card in edit mode', () => {
    const { edits, reload } = open();
    edits.begin(CARD.textID);
    edits.type(CARD, 'typed');
    const after = reload();
    expect([after.openCard(), after.typedText(CARD)]).toEqual([CARD.textID, 'typed']);
  });

  test('what was typed waits until it is saved or left', () => {
    const { edits } = open();
    edits.type(CARD, 'typed');
    edits.begin(OTHER.textID);
    edits.end(OTHER.textID);
    expect(edits.typedText(CARD)).toBe('typed');
    edits.end(CARD.textID);
    expect(edits.typedText(CARD)).toBeNull();
  });

  test('what was typed over another text than the stored one is not offered', () => {
    const { edits } = open();
    edits.type(CARD, 'typed');
    expect(edits.typedText({ ...CARD, text: 'changed since' })).toBeNull();
  });

  test('a text that is given back goes over whatever stands there, and opens its card', () => {
    const { edits } = open();
    edits.giveBack(CARD.textID, 'refused');
    expect(edits.openCard()).toBe(CARD.textID);
    expect(edits.typedText({ ...CARD, text: 'newer' })).toBe('refused');
  });

  test('a text that is given back opens no second card and replaces no newer typing', () => {
    const { edits } = open();
    edits.begin(OTHER.textID);
    edits.type(OTHER, 'being typed');
    edits.giveBack(CARD.textID, 'refused');
    edits.giveBack(OTHER.textID, 'older');
    expect(edits.openCard()).toBe(OTHER.textID);
    expect([edits.typedText(CARD), edits.typedText(OTHER)]).toEqual(['refused', 'being typed']);
  });
});

function open() {
  const storage = openBrowser()();
  const reload = () => openEdits({ storage, key: 'edits' });
  return { edits: reload(), reload };
}
