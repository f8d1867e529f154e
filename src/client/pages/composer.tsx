import { useEffect, useLayoutEffect } from 'react';
import { AddDialog } from '#client/components/add-dialog.tsx';
import { announceCut, announcement, silence } from '#client/reading/announcer.ts';
import { isNearTop, scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import type { OpenText } from '#client/writing/texts.ts';

interface ComposerProps {
  draft: OpenText;
  add: (text: string) => void;
  onClose: () => void;
}

/** The open add dialog over a draft. */
export function Composer({ draft, add, onClose }: ComposerProps) {
  // What was said of before would stand in it as new.
  useLayoutEffect(silence, []);
  // It also goes without being closed, by Back and forward.
  useEffect(() => draft.leave, [draft]);
  return (
    <AddDialog
      initial={draft.get()}
      announcement={useStore(announcement)}
      onChange={draft.type}
      onAdd={(text) => {
        draft.submit();
        onClose();
        add(text);
        if (isNearTop()) scrollToTop();
      }}
      onCancel={() => {
        draft.cancel();
        onClose();
      }}
      onDismiss={onClose}
      onCut={announceCut}
    />
  );
}
