import { newId } from '#shared/id.ts';
import { holdLock } from '#client/store/page-locks.ts';
import { lockNameOf } from './abandoned-drafts.ts';
import type { Draft, DraftPlace, DraftStorage } from './draft-storage.ts';

/** The text of one open dialog, or of a card in edit mode, kept as it is typed. */
export interface DialogText {
  id: string;
  get: () => string;
  /** What is typed takes the place of something else from now on, if `over` is given. */
  type: (text: string, over?: Draft['over']) => void;
  /** Has the text wait for another dialog. */
  leave: () => void;
  /** Forgets the text. */
  discard: () => void;
}

/**
 * Keeps what is typed into a dialog under a key that nobody else writes. `taken` is a draft to go on
 * with: one that waits is taken over at once, one that another page may still write at the first key.
 */
export function keepDialogText(
  drafts: DraftStorage,
  taken: Draft | undefined,
  place: DraftPlace = taken ?? { over: null },
): DialogText {
  const id = newId();
  const at = taken?.at ?? Date.now();
  const { textID, createdAt } = place;
  let { over } = place;
  let text = taken?.text ?? '';
  let source = taken;
  let release: (() => void) | null = null;

  const letGo = (): void => {
    release?.();
    release = null;
  };
  const removeSource = (): void => {
    // What was typed there since is another text: both stay.
    if (source && drafts.find(source.id)?.text === source.text) drafts.remove(source.id);
    source = undefined;
  };
  const write = (dialog: string | null): void =>
    drafts.write({ id, text, at, dialog, textID, createdAt, over });
  const save = (): void => {
    release ??= holdLock(lockNameOf(id));
    // First, because a full storage has room for one copy only.
    removeSource();
    if (text === (over?.text ?? '')) drafts.remove(id);
    else write(id);
  };

  if (taken?.dialog === null) save();
  return {
    id,
    get: () => text,
    type: (typed, newOver = over) => {
      text = typed;
      over = newOver;
      save();
    },
    leave: () => {
      // Untouched, or taken over by another dialog since, it is not here.
      if (drafts.find(id)) write(null);
      letGo();
    },
    discard: () => {
      drafts.remove(id);
      removeSource();
      letGo();
    },
  };
}
