import * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import { createPersistentStore, type StorageEntry } from '#client/store/persistent-store.ts';

const TypedText = v.object({
  text: v.string(),
  /** The text that stood on the card then; null when it goes over whatever stands there. */
  over: v.nullable(v.string()),
});

const EditState = v.object({
  open: v.nullable(v.string()),
  typed: v.record(v.string(), TypedText),
});
type EditState = v.InferOutput<typeof EditState>;

type CardText = Pick<Thought, 'textID' | 'text'>;

/** The edits of a person's cards that are under way; they outlive the page. */
export interface Edits {
  subscribe: (listener: () => void) => () => void;
  openCard: () => string | null;
  /** What was typed into a card before, null when nothing was or its text has changed since. */
  typedText: (card: CardText) => string | null;
  /** Puts a card in edit mode; what was typed into another one waits there. */
  begin: (textID: string) => void;
  type: (card: CardText, text: string) => void;
  /** Forgets what was typed into a card, which leaves edit mode. */
  end: (textID: string) => void;
  /** Has a text wait in a card whatever stands there; the card opens if no other one is open. */
  giveBack: (textID: string, text: string) => void;
  close: () => void;
}

const NONE: EditState = { open: null, typed: {} };

/** Opens the edits kept in a storage entry. */
export function openEdits(entry: StorageEntry): Edits {
  const store = createPersistentStore(entry, EditState);
  const state = (): EditState => store.get() ?? NONE;
  const setTyped = (textID: string, typed: v.InferOutput<typeof TypedText>): void =>
    store.set({ ...state(), typed: { ...state().typed, [textID]: typed } });
  return {
    subscribe: store.subscribe,
    openCard: () => state().open,
    typedText: ({ textID, text: current }) => {
      const typed = state().typed[textID];
      return typed === undefined || (typed.over ?? current) !== current ? null : typed.text;
    },
    begin: (textID) => store.set({ ...state(), open: textID }),
    type: ({ textID, text: over }, text) => setTyped(textID, { text, over }),
    end: (textID) => {
      const { [textID]: _ended, ...typed } = state().typed;
      store.set({ open: state().open === textID ? null : state().open, typed });
    },
    giveBack: (textID, text) => {
      const isOpen = state().open === textID;
      // What is being typed there now is newer.
      if (isOpen && state().typed[textID] !== undefined) return;
      setTyped(textID, { text, over: null });
      // A card that is open shows what stood there when it was opened: it has to be opened again.
      if (isOpen) store.set({ ...state(), open: null });
      else if (state().open === null) store.set({ ...state(), open: textID });
    },
    close: store.close,
  };
}
