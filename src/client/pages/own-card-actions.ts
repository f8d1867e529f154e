import type { Board } from '#client/board.ts';
import type { OwnCards } from '#client/components/card/own-cards.ts';
import { announceCut } from '#client/reading/announcer.ts';

/**
 * What the controls of the reader's own cards do, for one page that shows cards: on the next one a card
 * that is still in edit mode takes no focus, and moves nothing.
 */
export function createOwnCardActions({
  user,
  edits,
  edit,
  remove,
}: Pick<Board, 'user' | 'edits' | 'edit' | 'remove'>): OwnCards {
  let begunHere: string | null = null;
  const end = (textID: string): void => {
    if (begunHere === textID) begunHere = null;
    edits.end(textID);
  };
  return {
    uid: user.uid,
    subscribe: edits.subscribe,
    openCard: edits.openCard,
    isBegunHere: (textID) => textID === begunHere,
    typed: edits.typed,
    begin: (thought) => {
      begunHere = thought.textID;
      edits.begin(thought);
    },
    type: edits.type,
    save: (replaced, text) => {
      if (text !== replaced.text) edit(replaced, text);
      end(replaced.textID);
    },
    leave: end,
    remove: (textID) => {
      end(textID);
      remove(textID);
    },
    onCut: announceCut,
  };
}
