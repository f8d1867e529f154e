import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { isBlank } from '#shared/thought.ts';
import { AddDialog } from '#client/components/add-dialog.tsx';
import { displayNameOf } from '#client/components/shown-name.ts';
import { announceCut, announcement, silence } from '#client/reading/announcer.ts';
import { isNearTop, scrollToTop } from '#client/reading/scroll.ts';
import { useStore } from '#client/store/use-store.ts';
import { NEW, type OpenText, type Text } from '#client/writing/texts.ts';
import { useBoard } from './use-board.ts';

export function useComposer() {
  const { texts } = useBoard();
  const [draft, setDraft] = useState<OpenText | null>(null);
  const close = useCallback(() => setDraft(null), []);
  const write = useCallback(
    () => setDraft(texts.open(texts.waiting.get().find(isDraft) ?? { place: NEW, base: null })),
    [texts],
  );
  return {
    isOpen: draft !== null,
    hasDraft: useStore(texts.waiting).some(isDraft),
    write,
    dialog: draft && <Composer draft={draft} onClose={close} />,
  };
}

function isDraft({ place }: Text): boolean {
  return place === NEW;
}

function Composer({ draft, onClose }: { draft: OpenText; onClose: () => void }) {
  const { user, texts, add } = useBoard();
  const { letGo } = texts;
  // What was said of before would stand in it as new.
  useLayoutEffect(silence, []);
  // It also goes without being closed, by Back and forward.
  useEffect(() => draft.leave, [draft]);
  return (
    <AddDialog
      name={displayNameOf(user)}
      photoURL={user.photoURL ?? ''}
      initial={draft.get()}
      letGo={letGo.get()}
      announcement={useStore(announcement)}
      onChange={draft.type}
      onAdd={(text) => {
        if (text === letGo.get()) letGo.set('');
        draft.submit();
        onClose();
        add(text);
        if (isNearTop()) scrollToTop();
      }}
      onCancel={(text) => {
        if (!isBlank(text)) letGo.set(text);
        draft.cancel();
        onClose();
      }}
      onDismiss={onClose}
      onCut={announceCut}
    />
  );
}
