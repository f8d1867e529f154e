import * as v from 'valibot';
import type { Store } from '#client/store/store.ts';
import { createKeptValue, type Place } from '#client/store/persistent-store.ts';

const EditState = v.object({
  /** The one card in edit mode. */
  open: v.nullable(v.string()),
  /** What was typed into cards and neither saved nor left, by thought. */
  typed: v.record(v.string(), v.string()),
});
export type EditState = v.InferOutput<typeof EditState>;

/** The edits of a person's cards that are under way; they outlive the page. */
export interface Edits {
  state: Store<EditState>;
  /** Puts a card in edit mode; what was typed into another one waits there. */
  begin: (textID: string) => void;
  type: (textID: string, text: string) => void;
  /** Forgets what was typed into a card, which leaves edit mode. */
  end: (textID: string) => void;
  close: () => void;
}

const NONE: EditState = { open: null, typed: {} };

/** Opens the edits kept in a place. */
export function openEdits(place: Place): Edits {
  const kept = createKeptValue(place, EditState);
  const state = (): EditState => kept.get() ?? NONE;
  return {
    state: { get: state, subscribe: kept.subscribe },
    begin: (textID) => kept.set({ ...state(), open: textID }),
    type: (textID, text) => kept.set({ ...state(), typed: { ...state().typed, [textID]: text } }),
    end: (textID) => {
      const { [textID]: _ended, ...typed } = state().typed;
      kept.set({ open: state().open === textID ? null : state().open, typed });
    },
    close: kept.close,
  };
}
