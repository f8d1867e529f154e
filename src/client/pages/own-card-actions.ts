import type { Board } from '#client/board.ts';
import type { OwnCards } from '#client/components/card/own-cards.ts';
import { announceCut } from '#client/reading/announcer.ts';

/** What the controls of own cards do on one page: on the next one an open card takes no focus. */
export function createOwnCardActions({
  user,
  texts,
  cardEdit,
  edit,
  remove,
}: Pick<Board, 'user' | 'texts' | 'cardEdit' | 'edit' | 'remove'>): OwnCards {
  let begunHere: string | null = null;
  const forget = (textID: string): void => {
    if (begunHere === textID) begunHere = null;
  };
  return {
    uid: user.uid,
    subscribe: cardEdit.subscribe,
    openCard: cardEdit.openCard,
    isBegunHere: (textID) => textID === begunHere,
    typed: cardEdit.typed,
    begin: (thought) => {
      begunHere = thought.textID;
      cardEdit.begin(thought);
    },
    type: cardEdit.type,
    save: (replaced, text) => {
      forget(replaced.textID);
      if (text !== replaced.text) edit(replaced, text);
      cardEdit.submit(replaced.textID);
    },
    leave: (textID) => {
      forget(textID);
      cardEdit.cancel(textID);
    },
    remove: ({ textID, text }) => {
      texts.letGo.set(text);
      forget(textID);
      remove(textID);
    },
    onCut: announceCut,
  };
}
