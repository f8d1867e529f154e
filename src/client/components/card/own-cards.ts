import { useSyncExternalStore } from 'react';
import { validateText, type Thought } from '#shared/thought.ts';

type Replaced = Pick<Thought, 'text' | 'version'>;

interface TypedText {
  text: string;
  over: Replaced | null;
}

/** What a reader's own cards need: which is in edit mode, and what their controls do. */
export interface OwnCards {
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
  remove: (thought: Thought) => void;
  onCut: () => void;
}

/** Whether a card is in edit mode; only that card is drawn again when it changes. */
export function useIsEditing({ subscribe, openCard }: OwnCards, textID: string): boolean {
  return useSyncExternalStore(subscribe, () => openCard() === textID);
}

/** Follows the edit of an own card; each key draws this card only. */
export function useCardEdit(ownCards: OwnCards, thought: Thought) {
  const isEditing = useIsEditing(ownCards, thought.textID);
  const typed = useSyncExternalStore(ownCards.subscribe, () => ownCards.typed(thought));
  const { text } = typed ?? thought;
  return {
    isEditing,
    // What stood on the card when the typing began, or stands there.
    replaced: { textID: thought.textID, ...(typed?.over ?? thought) },
    text,
    isSavable: validateText(text) === null,
    hasTyped: !isEditing && text !== thought.text,
  };
}
