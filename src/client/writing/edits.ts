import * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import type { Storages } from '#client/store/browser-storage.ts';
import { createPersistentStore } from '#client/store/persistent-store.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { combine } from '#client/store/store.ts';
import { Replaced } from './operation.ts';
import { openReturnedTexts } from './returned-texts.ts';

const TypedText = v.object({
  text: v.string(),
  /** What stood on the card when the typing began; null when it goes over whatever stands there. */
  over: v.nullable(Replaced),
});
/** A text that was typed into a card and is not saved. */
export type TypedText = v.InferOutput<typeof TypedText>;

type TypedTexts = Readonly<Record<string, TypedText>>;
const EditState = v.object({
  open: v.nullable(v.string()),
  typed: v.record(v.string(), TypedText),
});
type EditState = v.InferOutput<typeof EditState>;

type Card = Pick<Thought, 'textID' | 'text' | 'version'>;

/** The edits of a person's cards that are under way; they outlive the page. */
export interface Edits {
  subscribe: (listener: () => void) => () => void;
  /** The card in edit mode, if any: the one last begun, else the one whose text came back last. */
  openCard: () => string | null;
  /** All cards that are in edit mode or hold a text. */
  cards: () => string[];
  /**
   * What was typed into a card, the same object until that changes; null when nothing was, or when
   * the card was left and its text has changed since.
   */
  typed: (card: Card) => TypedText | null;
  /**
   * Puts a card in edit mode; what was typed into another one waits there, and what was typed into
   * this one gives way if its text has changed since.
   */
  begin: (card: Card) => void;
  type: (card: Card, text: string) => void;
  /** Forgets what was typed into a card, which leaves edit mode. */
  end: (textID: string) => void;
  /** Has a text wait in its card, in every tab and whatever stands there, until the edit ends. */
  returnText: (textID: string, text: string) => void;
  close: () => void;
}

const NONE: EditState = { open: null, typed: {} };

/** Opens the edits that a person's storages keep: each tab's own, and for all tabs what came back. */
export function openEdits({ tab, lasting }: Storages, uid: string): Edits {
  const own = createPersistentStore({ storage: tab, key: STORAGE_KEYS.edits(uid) }, EditState);
  const returned = openReturnedTexts(lasting, uid);
  const open = combine(
    own,
    returned,
    (mine, texts) => mine?.open ?? Object.keys(texts).at(-1) ?? null,
  );

  const state = (): EditState => own.get() ?? NONE;
  // What goes on being typed where a text came back goes over whatever stands there, as that does.
  const stopLoosening = returned.subscribe(() => {
    const { open: opened, typed } = state();
    const refused = Object.keys(returned.get()).filter((textID) => typed[textID]?.over);
    if (refused.length === 0) return;
    const loose = refused.map((textID) => [textID, { ...typed[textID], over: null }]);
    own.set({ open: opened, typed: { ...typed, ...Object.fromEntries(loose) } });
  });
  const typedHere = ({ textID, text }: Card): TypedText | undefined => {
    const typed = state().typed[textID];
    return open.get() === textID || typed?.over?.text === text ? typed : undefined;
  };
  return {
    subscribe: open.subscribe,
    openCard: open.get,
    cards: () => {
      const { open: opened, typed } = state();
      const ids = [...Object.keys(typed), ...Object.keys(returned.get())];
      return [...new Set(opened === null ? ids : [opened, ...ids])];
    },
    typed: (card) => typedHere(card) ?? returned.get()[card.textID] ?? null,
    begin: (card) => {
      const { typed } = state();
      const isCurrent = typedHere(card) !== undefined;
      own.set({ open: card.textID, typed: isCurrent ? typed : without(typed, card.textID) });
    },
    type: (card, text) => {
      const { textID, version } = card;
      const before = typedHere(card) ?? returned.get()[textID];
      const over = before === undefined ? { text: card.text, version } : before.over;
      own.set({ open: textID, typed: { ...state().typed, [textID]: { text, over } } });
    },
    end: (textID) => {
      const { open: opened, typed } = state();
      own.set({ open: opened === textID ? null : opened, typed: without(typed, textID) });
      returned.remove(textID);
    },
    returnText: returned.returnText,
    close: () => {
      stopLoosening();
      returned.close();
    },
  };
}

function without(texts: TypedTexts, textID: string): Record<string, TypedText> {
  const { [textID]: _ended, ...rest } = texts;
  return rest;
}
