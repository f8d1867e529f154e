import { useLayoutEffect } from 'react';
import { AddDialog } from '#client/components/add-dialog.tsx';
import { announceCut, announcement, silence } from '#client/reading/announcer.ts';
import { isNearTop, scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import type { OpenDraft } from '#client/writing/drafts.ts';

interface ComposerProps {
  draft: OpenDraft;
  add: (text: string) => void;
  onClose: () => void;
}

/** The open add dialog over a draft. */
export function Composer({ draft, add, onClose }: ComposerProps) {
  // What was said of before would stand in it as new.
  useLayoutEffect(silence, []);
  return (
    <AddDialog
      initial={draft.initial}
      announcement={useStore(announcement)}
      onChange={draft.type}
      takeCancelled={draft.takeCancelled}
      onAdd={(text) => {
        draft.discard();
        onClose();
        add(text);
        if (isNearTop()) scrollToTop();
      }}
      onCancel={() => {
        draft.cancel();
        onClose();
      }}
      onDismiss={() => {
        draft.leave();
        onClose();
      }}
      onCut={announceCut}
    />
  );
}
