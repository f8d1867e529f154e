// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { installLocks } from '#tests/setup/page-locks.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { announced, openTab } from '#tests/setup/writing-tabs.ts';
import type { CardEdit } from './card-edit.ts';
import { NEW, type Texts } from './texts.ts';

installLocks();

const CARD = sampleThought(1, { text: 'stored', version: 3 });
const OTHER = sampleThought(2, { text: 'other' });
const NEWER = { ...CARD, text: 'newer', version: 4 };
const BASE = { text: 'stored', version: 3 };

test('the card in edit mode is one at a time', () => {
  const { edit } = openTab();
  edit.begin(CARD);
  edit.begin(OTHER);
  edit.end(CARD.textID);
  expect(edit.openCard()).toBe(OTHER.textID);
  edit.end(OTHER.textID);
  expect(edit.openCard()).toBeNull();
});

describe('what was typed into a card', () => {
  test('waits while another one is open, until it is saved or given up', () => {
    const { edit, texts } = openTab();
    edit.type(CARD, 'typed');
    edit.begin(OTHER);
    edit.end(OTHER.textID);
    expect(edit.typed(CARD)?.text).toBe('typed');
    edit.begin(CARD);
    edit.end(CARD.textID);
    expect([edit.typed(CARD), texts()]).toEqual([null, []]);
  });

  test('goes over what stood there when the typing began, while its card is open', () => {
    const { edit } = openTab();
    edit.type(CARD, 'typ');
    edit.type(NEWER, 'typed');
    expect(edit.typed(NEWER)).toEqual({ text: 'typed', base: BASE });
  });

  test('waits in its card after a reload, which leaves none in edit mode', () => {
    const { edit, reload } = openTab();
    edit.type(CARD, 'typed');
    const { edit: after } = reload();
    expect([after.openCard(), after.typed(CARD)?.text]).toEqual([null, 'typed']);
  });

  test('is offered and kept no longer once its card is opened over another text', () => {
    const { edit, openNext } = openTab();
    edit.type(CARD, 'typed');
    edit.begin(OTHER);
    expect(edit.typed(NEWER)).toBeNull();
    edit.begin(NEWER);
    expect(edit.typed(NEWER)).toBeNull();
    edit.end(NEWER.textID);
    expect(openNext().texts()).toEqual([]);
  });

  test('waits in the other tabs once its own is closed', async () => {
    const { edit, close, openNext } = openTab();
    const { edit: there } = openNext();
    edit.type(CARD, 'typed');
    close();
    await announced();
    expect([there.openCard(), there.typed(CARD)?.text, there.typed(NEWER)]).toEqual([
      null,
      'typed',
      null,
    ]);
    there.begin(CARD);
    there.type(CARD, 'typed, and more');
    there.end(CARD.textID);
    expect(openNext().texts()).toEqual([]);
  });
});

describe('a text that comes back', () => {
  test('opens its card, and goes over whatever stands there', () => {
    const { edit } = openTab();
    giveBack(edit, CARD.textID, 'refused');
    expect(edit.openCard()).toBe(CARD.textID);
    expect(edit.typed(NEWER)).toMatchObject({ text: 'refused', base: null });
    edit.type(NEWER, 'refused, mended');
    expect(edit.typed(NEWER)).toEqual({ text: 'refused, mended', base: null });
  });

  test('opens no second card and replaces no newer typing, and opens once that has ended', () => {
    const { edit, texts } = openTab();
    edit.type(OTHER, 'being typed');
    giveBack(edit, CARD.textID, 'refused');
    giveBack(edit, OTHER.textID, 'older');
    expect([edit.openCard(), edit.typed(OTHER)?.text]).toEqual([OTHER.textID, 'being typed']);
    expect(edit.typed(CARD)?.text).toBe('refused');
    edit.end(OTHER.textID);
    expect(edit.openCard()).not.toBeNull();
    edit.end(edit.openCard() ?? '');
    edit.end(edit.openCard() ?? '');
    expect([edit.openCard(), texts()]).toEqual([null, []]);
  });

  test.for(['in the open card', 'where it waits'])(
    'comes as it was typed on since, %s',
    (where) => {
      const { edit, texts } = openTab();
      const saved = { ...CARD, text: 'refused', version: 4 };
      edit.type(saved, 'refused, typed on');
      if (where === 'where it waits') edit.begin(OTHER);
      giveBack(edit, CARD.textID, 'refused');
      expect(edit.typed(CARD)).toMatchObject({ text: 'refused, typed on', base: null });
      if (where === 'where it waits') edit.end(OTHER.textID);
      edit.end(CARD.textID);
      expect([edit.openCard(), texts()]).toEqual([null, []]);
    },
  );

  test('comes to every tab, until one goes on with it or ends it', async () => {
    const { edit, openNext } = openTab();
    const { edit: there } = openNext();
    for (const end of [() => edit.end(CARD.textID), () => edit.type(CARD, 'refused, mended')]) {
      giveBack(there, CARD.textID, 'refused');
      await announced();
      expect([edit.openCard(), edit.typed(NEWER)?.text]).toEqual([CARD.textID, 'refused']);
      end();
      await announced();
      expect([there.openCard(), there.typed(NEWER)]).toEqual([null, null]);
    }
  });
});

describe('when a card is gone', () => {
  test.for(['in edit mode', 'behind a dot', 'as it came back'])(
    'what was typed there, %s, waits for the add dialog',
    (where) => {
      const { edit, all } = openTab();
      if (where === 'as it came back') giveBack(edit, CARD.textID, 'typed');
      else edit.type(CARD, 'typed');
      if (where === 'behind a dot') edit.begin(OTHER);
      edit.release(CARD.textID);
      expect(waitingIn(all)).toEqual([['typed', NEW]]);
      expect(edit.openCard()).toBe(where === 'behind a dot' ? OTHER.textID : null);
    },
  );

  test.for([
    ['untouched', null],
    ['as it was', CARD.text],
    ['blank', ' \n'],
  ] as const)('an edit is forgotten where its text is %s', ([, text]) => {
    const { edit, all } = openTab();
    edit.begin(CARD);
    if (text !== null) edit.type(CARD, text);
    edit.release(CARD.textID);
    expect([edit.openCard(), waitingIn(all)]).toEqual([null, []]);
  });

  test('two texts that were typed there both wait, each once, whichever tabs tell', async () => {
    const { edit, openNext, all } = openTab();
    const there = openNext();
    edit.type(CARD, 'here');
    there.edit.type(CARD, 'there');
    for (const tab of [edit, there.edit, edit]) {
      tab.release(CARD.textID);
      await announced();
    }
    expect(new Set(waitingIn(all))).toEqual(
      new Set([
        ['here', NEW],
        ['there', NEW],
      ]),
    );
    expect(waitingIn(all)).toHaveLength(2);
  });
});

function giveBack(edit: CardEdit, place: string, text: string): void {
  edit.returnText({ id: text, place, text });
}

function waitingIn({ waiting }: Pick<Texts, 'waiting'>): string[][] {
  return waiting.get().map(({ text, place }) => [text, place]);
}
