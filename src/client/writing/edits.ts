import { newId } from '#shared/id.ts';
import type { Thought, Timestamp } from '#shared/thought.ts';
import type { Storages } from '#client/store/browser-storage.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { combine } from '#client/store/store.ts';
import { createDraftStorage, type Draft, type DraftStorage } from './draft-storage.ts';
import { followOpenCard, type OpenCard, type TypedText } from './open-card.ts';
import { openReturnedTexts, type ReturnedTexts } from './returned-texts.ts';
import { openTabDrafts, type TabDrafts } from './tab-drafts.ts';

type Card = Pick<Thought, 'textID' | 'text' | 'createdAt' | 'version'>;

/** The edits of a person's cards that are under way; they outlive the page. */
export interface Edits {
  subscribe: (listener: () => void) => () => void;
  /** The card in edit mode, if any: the one last begun, else the one whose text came back last. */
  openCard: () => string | null;
  /** All cards that are in edit mode or hold a text, and when their thoughts were created, if known. */
  cards: () => ReadonlyMap<string, Timestamp | undefined>;
  /**
   * What was typed into a card, the same object until anything kept changes; null when nothing was, or
   * when the card was left and its text has changed since.
   */
  typed: (card: Card) => TypedText | null;
  /**
   * Puts a card in edit mode; what was typed into another one waits there, and what was typed into
   * this one gives way if its text has changed since.
   */
  begin: (card: Card) => void;
  type: (card: Card, text: string) => void;
  /** Forgets what was typed into a card, which leaves edit mode. */
  end: (textID: string) => void;
  /**
   * Ends the edit of a card that is gone; returns all that was typed there and no other tab holds. What
   * several tabs may take at the same moment has the same id in each.
   */
  take: (textID: string) => Pick<Draft, 'id' | 'text'>[];
  /** Has a text wait in its card, in every tab and whatever stands there, until the edit ends. */
  returnText: (textID: string, text: string) => void;
  close: () => void;
}

/**
 * Opens the edits that a person's storages keep. The tab remembers its open card, whose text no other tab
 * changes; what waits in the other cards is for all tabs, and so is what came back.
 */
export function openEdits({ tab, lasting }: Storages, uid: string): Edits {
  const drafts = createDraftStorage(lasting, STORAGE_KEYS.edits(uid));
  const texts = openTabDrafts(drafts);
  const card = followOpenCard({ storage: tab, key: STORAGE_KEYS.openCard(uid) }, texts);
  const returned = openReturnedTexts(lasting, uid);
  const parts = { drafts, texts, card, returned };
  const open = combine(
    card,
    returned,
    (here, back) => here?.textID ?? Object.keys(back).at(-1) ?? null,
  );

  const isOpen = (textID: string): boolean => card.get()?.textID === textID;
  const waitingIn = (textID: string): Draft[] =>
    texts.waiting.get().filter((draft) => draft.textID === textID);
  const begin = (thought: Card): void => {
    const { textID } = thought;
    if (isOpen(textID)) return;
    card.close('leave');
    const left = waitingIn(textID);
    const current = currentOf(left, thought);
    // What is never offered again goes; without locks another page may still write it.
    for (const { id, dialog } of current ? [] : left) if (dialog === null) drafts.remove(id);
    card.open(thought, current ?? null, current);
  };
  const stopLoosening = returned.subscribe(() => {
    loosen(Object.keys(returned.get()), parts);
    texts.refresh();
  });
  return {
    subscribe: combine(open, texts.waiting, () => null).subscribe,
    openCard: open.get,
    cards: () => cardsOf(parts),
    typed: (thought) => {
      const { textID } = thought;
      const here = isOpen(textID) ? card.get()?.typed : currentOf(waitingIn(textID), thought);
      return here ?? returned.get()[textID] ?? null;
    },
    begin,
    type: (thought, text) => {
      begin(thought);
      const { textID, text: replaced, version } = thought;
      const over = returned.get()[textID] ? null : { text: replaced, version };
      const here = card.get()?.typed;
      if (here) card.type({ ...here, text });
      else card.open(thought, { text, over });
    },
    end: (textID) => {
      if (isOpen(textID)) card.close('discard');
      else for (const { id } of waitingIn(textID)) drafts.remove(id);
      texts.refresh();
      returned.remove(textID);
    },
    take: (textID) => takeFrom(parts, textID),
    returnText: returned.returnText,
    close: () => [stopLoosening, returned.close, card.stop, texts.close].forEach((stop) => stop()),
  };
}

interface Parts {
  drafts: DraftStorage;
  texts: TabDrafts;
  card: OpenCard;
  returned: ReturnedTexts;
}

function cardsOf({ texts, card, returned }: Parts): ReturnType<Edits['cards']> {
  const back = Object.keys(returned.get()).map((textID) => ({ textID, createdAt: undefined }));
  const cards = new Map<string, Timestamp | undefined>();
  // Last what knows best.
  for (const { textID, createdAt } of [back, texts.waiting.get(), card.get() ?? []].flat()) {
    if (textID !== undefined) cards.set(textID, createdAt);
  }
  return cards;
}

function takeFrom(
  { drafts, texts, card, returned }: Parts,
  textID: string,
): ReturnType<Edits['take']> {
  const back = returned.get()[textID];
  const open = card.get()?.textID === textID ? card.get() : null;
  const waiting = texts.waiting.get().filter((draft) => draft.textID === textID);
  const here = open?.typed ? { id: newId(), ...open.typed } : [];
  const typed = [here, waiting].flat().filter(({ text, over }) => text !== over?.text);
  // First: it gives way to what was typed over it, also for who takes what is left meanwhile.
  returned.remove(textID);
  for (const { id } of waiting) drafts.remove(id);
  if (open) card.close('discard');
  texts.refresh();
  return typed.length === 0 && back ? [{ id: textID, text: back.text }] : typed;
}

/** The first that is over what stands on the card, or over anything. */
function currentOf(drafts: readonly Draft[], { text }: Card): Draft | undefined {
  return drafts.find(({ over }) => over === null || over.text === text);
}

/** What goes on being typed where a text came back goes over whatever stands there, as that does. */
function loosen(textIDs: readonly string[], { drafts, texts, card }: Parts): void {
  const here = card.get();
  if (here?.typed?.over && textIDs.includes(here.textID)) card.type({ ...here.typed, over: null });
  for (const draft of texts.waiting.get()) {
    const isBack = draft.textID !== undefined && textIDs.includes(draft.textID);
    if (isBack && draft.dialog === null && draft.over) drafts.write({ ...draft, over: null });
  }
}
