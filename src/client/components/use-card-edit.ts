import { useState } from 'react';
import { isBlank, type Thought } from '#shared/thought.ts';
import { useIsEditing, useOwnCards, useTypedText } from './own-cards.ts';

interface CardEdit {
  isEditing: boolean;
  /** The thought as it stood when the edit began: what a save says that it replaces. */
  replaced: Thought;
  text: string;
  isSavable: boolean;
  /** The card is not in edit mode and holds a text that was typed there before. */
  hasTyped: boolean;
}

/** Follows the edit of an own card; each key draws this card only. */
export function useCardEdit(thought: Thought): CardEdit {
  const ownCards = useOwnCards();
  const isEditing = useIsEditing(ownCards, thought.textID);
  const replaced = useReplaced(thought, isEditing);
  const typed = useTypedText(ownCards, replaced);
  const text = typed ?? replaced.text;
  return {
    isEditing,
    replaced,
    text,
    isSavable: !isBlank(text),
    hasTyped: !isEditing && typed !== null && typed !== thought.text,
  };
}

/** The thought, which stands still from the beginning of an edit to its end. */
function useReplaced(thought: Thought, isEditing: boolean): Thought {
  const [last, setLast] = useState({ thought, isEditing });
  if (last.isEditing && isEditing) return last.thought;
  if (last.thought !== thought || last.isEditing !== isEditing) setLast({ thought, isEditing });
  return thought;
}
