import { TEXT_LIMIT } from '#shared/limits.ts';
import type { Board } from '#client/board.ts';
import type { CardActions } from '#client/components/thought-card.tsx';
import { announce } from '#client/live/announcer.ts';

/** What the controls of an own card do, on every page that shows cards. */
export function createCardActions(board: Board): CardActions {
  return {
    onEdit: board.edits.begin,
    onType: board.edits.type,
    onSave: ({ textID, text: current }, text) => {
      if (text !== current) board.edit(textID, text);
      board.edits.end(textID);
    },
    onLeave: board.edits.end,
    onCut: announceCut,
    onDelete: (textID) => {
      const next = neighbourOf(textID) ?? document.querySelector<HTMLElement>('h1');
      board.edits.end(textID);
      board.remove(textID);
      next?.focus({ preventScroll: true });
    },
  };
}

/** Says that a paste did not fit whole. */
export function announceCut(): void {
  announce(`The paste was cut to fit ${TEXT_LIMIT} characters`);
}

function neighbourOf(textID: string): HTMLElement | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-text-id]')];
  const index = cards.findIndex((card) => card.dataset['textId'] === textID);
  return cards[index + 1] ?? cards[index - 1];
}
