import { whenLockIsFree } from '#client/store/page-locks.ts';
import type { DraftStorage } from './draft-storage.ts';

/** The name by which an open dialog shows that its page still lives. */
export function lockNameOf(dialog: string): string {
  return `thought-cloud:draft:${dialog}`;
}

/**
 * Makes the function that looks for open dialogs and follows each until its page is gone: what is
 * still written in it then, because the page crashed, waits for another dialog.
 */
export function followOpenDialogs(drafts: DraftStorage, onFreed: () => void): () => void {
  const followed = new Set<string>();
  const free = (gone: string): void => {
    followed.delete(gone);
    for (const draft of drafts.read()) {
      if (draft.dialog === gone) drafts.write({ ...draft, dialog: null });
    }
    onFreed();
  };
  return () => {
    for (const { dialog } of drafts.read()) {
      if (dialog === null || followed.has(dialog)) continue;
      followed.add(dialog);
      whenLockIsFree(lockNameOf(dialog), () => free(dialog));
    }
  };
}
