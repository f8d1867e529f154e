import { isBlank, newestFirst, type Thought } from '#shared/thought.ts';
import type { Store } from '#client/store/store.ts';
import type { Drafts } from './drafts.ts';
import type { Edits } from './edits.ts';

interface Listed {
  /** From the newest down to some thought, without a gap. */
  thoughts: Store<readonly Thought[]>;
  /** Whether there are older ones. */
  hasMore: () => boolean;
}

interface Texts {
  edits: Pick<Edits, 'subscribe' | 'cards' | 'typed' | 'end'>;
  drafts: Pick<Drafts, 'returnText'>;
}

/**
 * Ends the edits of a list's cards whose thoughts are deleted elsewhere. What was typed there has no
 * card any more, and waits for the add dialog.
 */
export function rescueTyped({ thoughts, hasMore }: Listed, { edits, drafts }: Texts): void {
  const known = new Map<string, Thought>();
  // What lies beyond the end of the list may only be let go of.
  const isInReach = (thought: Thought): boolean => {
    const end = thoughts.get().at(-1);
    return !hasMore() || (end !== undefined && newestFirst(thought, end) < 0);
  };
  const rescue = (card: Thought): void => {
    known.delete(card.textID);
    const typed = edits.typed(card);
    edits.end(card.textID);
    if (typed === null || isBlank(typed.text)) return;
    if (typed.text !== (typed.over ?? card).text) drafts.returnText(typed.text);
  };
  const follow = (): void => {
    for (const textID of edits.cards()) {
      const listed = thoughts.get().find((thought) => thought.textID === textID);
      const card = listed ?? known.get(textID);
      if (listed !== undefined) known.set(textID, listed);
      else if (card !== undefined && isInReach(card)) rescue(card);
    }
  };
  thoughts.subscribe(follow);
  edits.subscribe(follow);
}
