import { createContext, useSyncExternalStore } from 'react';
import type { Thought } from '#shared/thought.ts';
import { useRequired } from '#client/components/use-required.ts';

type Replaced = Pick<Thought, 'text' | 'version'>;

/** A text that was typed into a card, and what stood there then, if that is to matter. */
interface TypedText {
  text: string;
  over: Replaced | null;
}

/** What a reader's own cards need: which is in edit mode, and what their controls do. */
export interface OwnCards {
  /** The reader: cards of this author have controls. */
  uid: string;
  subscribe: (listener: () => void) => () => void;
  openCard: () => string | null;
  /** Whether a card is in edit mode by a press on this page: then its field takes the focus. */
  isBegunHere: (textID: string) => boolean;
  /** What was typed into a card and neither saved nor left, the same object until that changes. */
  typed: (thought: Thought) => TypedText | null;
  begin: (thought: Thought) => void;
  type: (thought: Thought, text: string) => void;
  /** Saves the text over what it replaces; an unchanged one writes nothing. Ends edit mode. */
  save: (replaced: Replaced & Pick<Thought, 'textID'>, text: string) => void;
  leave: (textID: string) => void;
  remove: (textID: string) => void;
  onCut: () => void;
}

export const OwnCardsContext = createContext<OwnCards | null>(null);

/** The reader's own cards, in a list of thoughts. */
export function useOwnCards(): OwnCards {
  return useRequired(OwnCardsContext, 'OwnCardsContext');
}

/** Whether a card is in edit mode; only that card is drawn again when it changes. */
export function useIsEditing({ subscribe, openCard }: OwnCards, textID: string): boolean {
  return useSyncExternalStore(subscribe, () => openCard() === textID);
}

/** What was typed into a card and neither saved nor left; only that card is drawn by its keys. */
export function useTyped({ subscribe, typed }: OwnCards, thought: Thought): TypedText | null {
  return useSyncExternalStore(subscribe, () => typed(thought));
}
