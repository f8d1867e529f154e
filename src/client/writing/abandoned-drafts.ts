import { whenLockIsFree } from '#client/store/page-locks.ts';
import type { Draft, DraftStorage } from './draft-storage.ts';

/** The name by which an open dialog shows that its page still lives. */
export function lockNameOf(dialog: string): string {
  return `thought-cloud:draft:${dialog}`;
}

/**
 * Makes the function that reads the drafts and follows their open dialogs, each until its page is gone:
 * what is still written in it then, because the page crashed, is said to wait for another dialog. That is
 * written nowhere: the lock of a dialog that was closed may be free before its draft is seen to be removed,
 * and would bring that back.
 */
export function followOpenDialogs(drafts: DraftStorage, onFreed: () => void): () => Draft[] {
  const followed = new Set<string>();
  const gone = new Set<string>();
  const follow = (dialog: string): void => {
    followed.add(dialog);
    whenLockIsFree(lockNameOf(dialog), () => {
      gone.add(dialog);
      onFreed();
    });
  };
  return () => {
    const all = drafts.read();
    const open = new Set(all.flatMap(({ dialog }) => dialog ?? []));
    for (const dialog of gone) {
      if (open.has(dialog)) continue;
      // A page that comes back by the history may open the same one again.
      gone.delete(dialog);
      followed.delete(dialog);
    }
    for (const dialog of open) if (!followed.has(dialog)) follow(dialog);
    return all.map((draft) =>
      draft.dialog !== null && gone.has(draft.dialog) ? { ...draft, dialog: null } : draft,
    );
  };
}
