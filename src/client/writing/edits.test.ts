import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/setup/browser-tabs.ts';
import { openEdits } from './edits.ts';

const CARD = { textID: 'A'.repeat(20), text: 'stored', version: 3 };
const OTHER = { textID: 'B'.repeat(20), text: 'other', version: 1 };
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
  return () => {
    const storages = { lasting: openLasting(), tab: openBrowser()() };
    const reload = () => openEdits(storages, 'u');
    return { edits: reload(), reload };
  };
}

/** Until the other tabs have been called. */
async function announced(): Promise<void> {
  await Promise.resolve();
}
