import { newTextID } from '#shared/thought.ts';
import { holdName } from '#client/store/page-locks.ts';
import { lockNameOf } from './abandoned-drafts.ts';
import type { Draft, DraftStorage } from './draft-storage.ts';

/** The text of one open dialog, kept as it is typed. */
export interface DialogText {
  id: () => string;
  get: () => string;
  type: (text: string) => void;
  /** Has the text wait for another dialog. */
  leave: () => void;
  /** Forgets the text. */
  drop: () => void;
}

/** Keeps what is typed into a dialog, which takes over `taken` if that is given. */
export function keepDialogText(drafts: DraftStorage, taken: Draft | undefined): DialogText {
  const dialog = newTextID();
  let draft: Draft = taken ?? { id: dialog, text: '', at: Date.now(), dialog };
  let release: (() => void) | null = null;
  let isTyped = false;

  const isMine = (): boolean => drafts.find(draft.id)?.text === draft.text;
  const hold = (): void => {
    release ??= holdName(lockNameOf(dialog));
  };
  const letGo = (): void => {
    release?.();
    release = null;
  };
  const save = (changed: Pick<Draft, 'text' | 'dialog'>): void => {
    // Another dialog that had this draft as well has put its own text there: both stay.
    if (drafts.find(draft.id) !== null && !isMine()) draft = { ...draft, id: newTextID() };
    draft = { ...draft, ...changed };
    if (draft.text === '') drafts.remove(draft.id);
    else drafts.write(draft);
  };

  hold();
  save({ text: draft.text, dialog });
  return {
    id: () => draft.id,
    get: () => draft.text,
    type: (text) => {
      isTyped = true;
      hold();
      save({ text, dialog });
    },
    leave: () => {
      // Untouched, it may have been taken over and added by now.
      if (isTyped || isMine()) save({ text: draft.text, dialog: null });
      isTyped = false;
      letGo();
    },
    drop: () => {
      if (isMine()) drafts.remove(draft.id);
      letGo();
    },
  };
}
