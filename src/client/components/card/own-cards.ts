import { validateText, type Thought } from '#shared/thought.ts';
import type { Board } from '#client/board.ts';
import { useStore } from '#client/store/use-store.ts';

/** What a reader's own cards need: which is in edit mode, and what their controls do. */
export interface OwnCards extends Pick<Board, 'user' | 'cardEdit' | 'edit' | 'remove'> {
  onCut: () => void;
}

/** Whether a card is in edit mode; only that card is drawn again when it changes. */
export function useIsEditing({ cardEdit }: OwnCards, textID: string): boolean {
  const { subscribe, openCard } = cardEdit;
  return useStore({ subscribe, get: () => openCard() === textID });
}

/** Follows the edit of an own card; each key draws this card only. */
export function useCardEdit(ownCards: OwnCards, thought: Thought) {
  const { subscribe, typed: typedInto } = ownCards.cardEdit;
  const isEditing = useIsEditing(ownCards, thought.textID);
  const typed = useStore({ subscribe, get: () => typedInto(thought) });
  const { text } = typed ?? thought;
  return {
    isEditing,
    base: { textID: thought.textID, ...(typed?.base ?? thought) },
    text,
    isSavable: validateText(text) === null,
    hasTyped: !isEditing && text !== thought.text,
  };
}
