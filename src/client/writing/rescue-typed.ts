import { isBlank, newestFirst, type Thought, type Timestamp } from '#shared/thought.ts';
import type { Store } from '#client/store/store.ts';
import type { Drafts } from './drafts.ts';
import type { Edits } from './edits.ts';

interface Listed {
  /** From the newest down to some thought, without a gap. */
  thoughts: Store<readonly Thought[]>;
  /** Whether the list is yet to be read, and whether there are older thoughts than it has. */
  state: Pick<Store<{ isLoading: boolean; more: boolean }>, 'get'>;
}

interface Texts {
  edits: Pick<Edits, 'subscribe' | 'cards' | 'take'>;
  drafts: Pick<Drafts, 'returnText'>;
}

/**
 * Ends the edits of cards whose thoughts were deleted elsewhere, also while no page was open. What was
 * typed there has no card any more, and waits for the add dialog.
 */
export function rescueTyped({ thoughts, state }: Listed, { edits, drafts }: Texts): void {
  const known = new Map<string, Timestamp>();
  // What lies beyond the end of the list may only be let go of.
  const isInReach = (textID: string, createdAt: Timestamp | undefined): boolean => {
    const { isLoading, more } = state.get();
    if (isLoading) return false;
    if (!more) return true;
    const end = thoughts.get().at(-1);
    return createdAt && end ? newestFirst({ textID, createdAt }, end) < 0 : false;
  };
  const rescue = (textID: string): void => {
    known.delete(textID);
    for (const { id, text } of edits.take(textID)) if (!isBlank(text)) drafts.returnText(text, id);
  };
  const follow = (): void => {
    for (const [textID, createdAt] of edits.cards()) {
      const listed = thoughts.get().find((thought) => thought.textID === textID);
      if (listed !== undefined) known.set(textID, listed.createdAt);
      else if (isInReach(textID, known.get(textID) ?? createdAt)) rescue(textID);
    }
  };
  thoughts.subscribe(follow);
  edits.subscribe(follow);
}
