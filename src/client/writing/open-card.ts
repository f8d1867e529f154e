import * as v from 'valibot';
import { Timestamp } from '#shared/thought.ts';
import { isLockHeld } from '#client/store/page-locks.ts';
import { createPersistentStore, type StorageEntry } from '#client/store/persistent-store.ts';
import { combine, createStore, type Store } from '#client/store/store.ts';
import { lockNameOf } from './abandoned-drafts.ts';
import type { DialogText } from './dialog-text.ts';
import type { Draft } from './draft-storage.ts';
import type { TabDrafts } from './tab-drafts.ts';

/** A text that was typed into a card and is not saved. */
export type TypedText = Pick<Draft, 'text' | 'over'>;

const StoredCard = v.object({
  textID: v.string(),
  /** When its thought was created; what an earlier version has kept does not say it. */
  createdAt: v.optional(Timestamp),
  /** The draft that is typed there; null when nothing is. */
  draft: v.nullable(v.string()),
});
type CardPlace = Pick<v.InferOutput<typeof StoredCard>, 'textID' | 'createdAt'>;

interface OpenedCard extends CardPlace {
  /** Null as long as nothing was typed. */
  typed: TypedText | null;
}

/** The card that a tab has in edit mode. */
export interface OpenCard extends Store<OpenedCard | null> {
  /** Opens a card, untouched or with a text; `taken` is the draft that the text comes from. */
  open: (card: CardPlace, typed: TypedText | null, taken?: Draft) => void;
  type: (typed: TypedText) => void;
  /** Closes the card; its text waits, or is given up. */
  close: (end: 'leave' | 'discard') => void;
  /** Follows no longer what waits. */
  stop: () => void;
}

/** Follows which card a tab has open; the tab remembers it, the text is kept as a draft. */
export function followOpenCard(entry: StorageEntry, drafts: TabDrafts): OpenCard {
  const card = createPersistentStore(entry, StoredCard);
  const own = createStore<{ draft: DialogText; typed: TypedText } | null>(null);
  const open: OpenCard['open'] = ({ textID, createdAt }, typed, taken) => {
    const draft = typed && drafts.open(taken, { textID, createdAt, over: typed.over });
    if (typed && !taken) draft?.type(typed.text);
    card.set({ textID, createdAt, draft: draft?.id ?? null });
    own.set(draft && typed && { draft, typed: { text: typed.text, over: typed.over } });
    drafts.refresh();
  };
  const resume = (): void => {
    const left = drafts.waiting.get().find(({ id }) => id === card.get()?.draft);
    if (left?.textID === undefined || own.get() !== null) return;
    open({ textID: left.textID, createdAt: left.createdAt }, left, left);
  };
  // A duplicated tab remembers it, too; it stays with the page that is writing it, also once it waits.
  const forgetHeld = async (): Promise<void> => {
    const remembered = card.get()?.draft;
    if (!remembered || own.get() !== null) return;
    const isHeld = await isLockHeld(lockNameOf(remembered));
    const opened = card.get();
    if (isHeld && opened?.draft === remembered) card.set({ ...opened, draft: null });
  };
  // After a crash it is not known at once to wait.
  const stop = drafts.waiting.subscribe(resume);
  resume();
  void forgetHeld();
  return {
    ...combine(card, own, (opened, text) => opened && { ...opened, typed: text?.typed ?? null }),
    open,
    type: (typed) => {
      const before = own.get();
      before?.draft.type(typed.text, typed.over);
      own.set(before && { ...before, typed });
    },
    close: (end) => {
      const draft = own.get()?.draft;
      if (end === 'leave') drafts.leave();
      else draft?.discard();
      own.set(null);
      card.set(null);
      if (draft) drafts.forget(draft);
    },
    stop,
  };
}
