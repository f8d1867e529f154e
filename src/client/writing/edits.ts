import * as v from 'valibot';
import type { Thought } from '#shared/thought.ts';
import type { Storages } from '#client/store/browser-storage.ts';
import { createPersistentStore } from '#client/store/persistent-store.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { Replaced } from './operation.ts';

const TypedText = v.object({
  text: v.string(),
  /** What stood on the card when the typing began; null when it goes over whatever stands there. */
  over: v.nullable(Replaced),
});
/** A text that was typed into a card and is not saved. */
export type TypedText = v.InferOutput<typeof TypedText>;

const TypedTexts = v.record(v.string(), TypedText);
const EditState = v.object({ open: v.nullable(v.string()), typed: TypedTexts });
type EditState = v.InferOutput<typeof EditState>;

type Card = Pick<Thought, 'textID' | 'text' | 'version'>;

/** The edits of a person's cards that are under way; they outlive the page. */
export interface Edits {
  subscribe: (listener: () => void) => () => void;
  /** The card in edit mode: the one last begun, else one whose text came back. */
  openCard: () => string | null;
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
  giveBack: (textID: string, text: string) => void;
  close: () => void;
}

const NONE: EditState = { open: null, typed: {} };

/** Opens the edits that a person's storages keep: each tab's own, and for all tabs what came back. */
export function openEdits({ tab, lasting }: Storages, uid: string): Edits {
  const own = createPersistentStore({ storage: tab, key: STORAGE_KEYS.edits(uid) }, EditState);
  const returned = createPersistentStore(
    { storage: lasting, key: STORAGE_KEYS.returnedEdits(uid) },
    TypedTexts,
  );
  const state = (): EditState => own.get() ?? NONE;
  const openCard = (): string | null =>
    state().open ?? Object.keys(returned.get() ?? {}).at(-1) ?? null;
  const typedHere = ({ textID, text }: Card): TypedText | undefined => {
    const typed = state().typed[textID];
    return openCard() === textID || typed?.over?.text === text ? typed : undefined;
  };
  return {
    subscribe: (listener) => {
      const stops = [own.subscribe(listener), returned.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    openCard,
    typed: (card) => typedHere(card) ?? returned.get()?.[card.textID] ?? null,
    begin: (card) => {
      const { typed } = state();
      const isCurrent = typedHere(card) !== undefined;
      own.set({ open: card.textID, typed: isCurrent ? typed : without(typed, card.textID) });
    },
    type: (card, text) => {
      const over = typedHere(card)?.over ?? { text: card.text, version: card.version };
      own.set({ ...state(), typed: { ...state().typed, [card.textID]: { text, over } } });
    },
    end: (textID) => {
      const { open, typed } = state();
      own.set({ open: open === textID ? null : open, typed: without(typed, textID) });
      if (returned.get()?.[textID] !== undefined) {
        returned.update((texts) => without(texts ?? {}, textID));
      }
    },
    giveBack: (textID, text) =>
      returned.update((texts) => ({ ...texts, [textID]: { text, over: null } })),
    close: () => {
      own.close();
      returned.close();
    },
  };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _removed, ...rest } = record;
  return rest;
}
