import type { Board } from '#client/board.ts';
import type { OwnCards } from '#client/components/own-cards.ts';
import { announceCut } from '#client/live/announcer.ts';

/** What the controls of the reader's own cards do, on every page that shows cards. */
export function createOwnCardActions({ user, edits, edit, remove }: Board): OwnCards {
  return {
    uid: user.uid,
    subscribe: edits.subscribe,
    openCard: edits.openCard,
    isBegunHere: edits.isBegunHere,
    typed: edits.typed,
    begin: edits.begin,
    type: edits.type,
    save: (replaced, text) => {
      if (text !== replaced.text) edit(replaced, text);
      edits.end(replaced.textID);
    },
    leave: edits.end,
    remove: (textID) => {
      edits.end(textID);
      remove(textID);
    },
    onCut: announceCut,
  };
}
