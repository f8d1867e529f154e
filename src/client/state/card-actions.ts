import type { Thought } from '#shared/thought.ts';
import type { Base } from '#client/backend/backend.ts';
import type { DiscardedTexts } from './discarded-texts.ts';
import { typedOver } from './writing/cards.ts';
import type { Ledger } from './writing/ledger.ts';

export type CardActions = ReturnType<typeof cardActionsOf>;

/** What a press or a key on a card of a list does. */
export function cardActionsOf({ state, apply }: Ledger, discarded: DiscardedTexts) {
  return {
    edit: (thought: Thought): void =>
      apply({ type: 'opened', place: thought.textID, base: baseOf(thought) }),
    type: (thought: Thought, text: string): void =>
      apply({ type: 'typed', place: thought.textID, base: baseOf(thought), text }),
    save: (thought: Thought): void => {
      const { textID: place } = thought;
      const typed = typedOver(state.get(), thought);
      const { text } = typed ?? thought;
      const base = typed?.base ?? baseOf(thought);
      if (text === base.text) apply({ type: 'cancelled', place });
      else apply({ type: 'submitted', place, write: { kind: 'edit', place, text, base } });
    },
    /** Leaves edit mode; what was typed waits. */
    leave: (thought: Thought): void =>
      apply({ type: 'left', place: thought.textID, base: baseOf(thought) }),
    /** Leaves edit mode; what was typed is given up. */
    cancel: ({ textID }: Thought): void => apply({ type: 'cancelled', place: textID }),
    remove: ({ textID: place, text }: Thought): void => {
      discarded.keep({ text, isDeleted: true });
      // The text typed into the card is no part of the delete.
      apply({ type: 'removed', place });
      apply({ type: 'submitted', place, write: { kind: 'delete', place, text: '', base: null } });
    },
  };
}

function baseOf({ text, version }: Thought): Base {
  return { text, version };
}
