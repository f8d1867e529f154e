import { validateText, type Thought } from '#shared/thought.ts';
import { useIsEditing, useOwnCards, useTyped } from './own-cards.ts';

interface CardEdit {
  isEditing: boolean;
  /** What stood on the card when the typing began, or stands there: what a save takes the place of. */
  replaced: Pick<Thought, 'textID' | 'text' | 'version'>;
  text: string;
  isSavable: boolean;
  /** The card is not in edit mode and holds a text that was typed there before. */
  hasTyped: boolean;
}

/** Follows the edit of an own card; each key draws this card only. */
export function useCardEdit(thought: Thought): CardEdit {
  const ownCards = useOwnCards();
  const isEditing = useIsEditing(ownCards, thought.textID);
  const typed = useTyped(ownCards, thought);
  const { text } = typed ?? thought;
  return {
    isEditing,
    replaced: { textID: thought.textID, ...(typed?.over ?? thought) },
    text,
    isSavable: validateText(text) === null,
    hasTyped: !isEditing && text !== thought.text,
  };
}
