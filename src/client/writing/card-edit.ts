import { isBlank, type Thought } from '#shared/thought.ts';
import { combine, createStore, type WritableStore } from '#client/store/store.ts';
import {
  NEW,
  type OpenText,
  type ReturnedText,
  type Text,
  type Texts,
  type TypedText,
} from './texts.ts';

type Card = Pick<Thought, 'textID' | 'text' | 'version'>;

interface Here {
  textID: string;
  open: OpenText | null;
}

export type CardEdit = ReturnType<typeof openCardEdit>;

/** The edits among a person's texts: the card in edit mode in this tab, and texts that wait in others. */
export function openCardEdit(texts: Texts) {
  const here = createStore<Here | null>(null);
  const follow = (): void => here.set(nextHere(texts, here.get()));
  const begin = (card: Card): void => {
    const former = here.get();
    if (former?.textID === card.textID) return;
    const left = waitingFor(texts, card.textID);
    const current = currentOf(left, card);
    here.set({ textID: card.textID, open: current ? texts.open(current) : null });
    former?.open?.leave();
    // They are never offered again.
    if (!current) left.forEach(({ id }) => texts.remove(id));
  };
  const close = (textID: string, leave: (open: OpenText) => void): void => {
    const ended = here.get();
    if (ended?.textID !== textID) return;
    here.set(null);
    if (ended.open) leave(ended.open);
    follow();
  };

  follow();
  return {
    subscribe: combine(here, texts.waiting, () => null).subscribe,
    /** The card in edit mode, if any. A returned text opens its card. */
    openCard: (): string | null => here.get()?.textID ?? null,
    /** The text typed into a card; null if it was left and the thought has changed since. */
    typed: (card: Card): TypedText | null => {
      const opened = here.get();
      if (opened?.textID === card.textID) return opened.open?.typed() ?? null;
      return currentOf(waitingFor(texts, card.textID), card) ?? null;
    },
    /** Puts a card in edit mode; the text of the previous one waits. */
    begin,
    type: (card: Card, text: string): void => {
      begin(card);
      const { textID, text: before, version } = card;
      const open =
        here.get()?.open ?? texts.open({ place: textID, base: { text: before, version } });
      open.type(text);
      here.set({ textID, open });
    },
    /** Closes a card whose text is saved, or cancelled. */
    end: (textID: string): void => close(textID, ({ end }) => end()),
    /** Leaves the text of a removed card to the add dialog. */
    release: (textID: string): void => {
      close(textID, ({ leave }) => leave());
      for (const { id, at, text } of waitingFor(texts, textID)) {
        if (isBlank(text)) texts.remove(id);
        else texts.put({ id, place: NEW, text, base: null, at });
      }
    },
    /** Leaves a refused text waiting at its place, over whatever is stored there. */
    returnText: (returned: ReturnedText): void => returnText(returned, texts, here),
    close: texts.waiting.subscribe(follow),
  };
}

/** A text that was typed over the refused one takes its place. */
function returnText(returned: ReturnedText, texts: Texts, here: WritableStore<Here | null>): void {
  const hasBase = ({ base }: TypedText): boolean => base?.text === returned.text;
  const waiting = waitingFor(texts, returned.place).filter(hasBase);
  for (const text of waiting) texts.put({ ...text, base: null });
  const { textID, open } = here.get() ?? {};
  if (textID === returned.place && open && hasBase(open.typed())) {
    open.type(open.get(), null);
    here.set({ textID, open });
  } else if (waiting.length === 0) texts.put({ ...returned, base: null });
}

function waitingFor({ waiting }: Texts, textID: string): Text[] {
  return waiting.get().filter(({ place }) => place === textID);
}

/** The open card after the waiting texts changed. */
function nextHere(texts: Texts, here: Here | null): Here | null {
  const waiting = texts.waiting.get();
  const { textID, open } = here ?? {};
  const source = open?.source();
  const isTaken = source !== undefined && !waiting.includes(source);
  if (open && !isTaken) return here;
  // A returned text opens its card, the latest first.
  const isReturned = ({ place, base }: Text): boolean =>
    base === null && place !== NEW && (isTaken || place === (textID ?? place));
  const next = waiting.find(isReturned);
  if (next) return { textID: next.place, open: texts.open(next) };
  return isTaken ? null : here;
}

function currentOf(texts: readonly Text[], { text }: Card): Text | undefined {
  return texts.find(({ base }) => base === null || base.text === text);
}
