import { isBlank, type Thought } from '#shared/thought.ts';
import { combine, createStore, type WritableStore } from '#client/store/store.ts';
import { NEW, type OpenText, type Text, type Texts, type TypedText } from './texts.ts';

type Card = Pick<Thought, 'textID' | 'text' | 'version'>;

/** The card that a tab has in edit mode, and what waits in the others. */
export interface CardEdit {
  subscribe: (listener: () => void) => () => void;
  /** The card in edit mode, if any. A text that came back opens its card. */
  openCard: () => string | null;
  cards: () => ReadonlySet<string>;
  /** What was typed into a card; null when it was left and its text has changed since. */
  typed: (card: Card) => TypedText | null;
  /** Puts a card in edit mode; what was typed into another one waits there. */
  begin: (card: Card) => void;
  type: (card: Card, text: string) => void;
  submit: (textID: string) => void;
  cancel: (textID: string) => void;
  /** A card is gone: what was typed there waits for the add dialog. */
  release: (textID: string) => void;
  /** Has a refused text wait at its place, over whatever stands there. */
  returnText: (text: Pick<Text, 'id' | 'place' | 'text'>) => void;
  close: () => void;
}

interface Here {
  textID: string;
  open: OpenText | null;
}

/** Opens the edits among a person's texts. */
export function openCardEdit(texts: Texts): CardEdit {
  const here = createStore<Here | null>(null);
  const { subscribe } = combine(here, texts.waiting, () => null);
  const waitingIn = (textID: string): Text[] => waitingFor(texts, textID);
  const follow = (): void => here.set(nextHere(texts, here.get()));
  const begin = (card: Card): void => {
    const former = here.get();
    if (former?.textID === card.textID) return;
    const left = waitingIn(card.textID);
    const current = currentOf(left, card);
    here.set({ textID: card.textID, open: current ? texts.open(current) : null });
    former?.open?.leave();
    // What is never offered again goes; without locks another page may still write it.
    if (!current) left.filter(({ page }) => !page).forEach(({ id }) => texts.remove(id));
  };
  const end = (textID: string, close: (open: OpenText) => void): void => {
    const ended = here.get();
    if (ended?.textID !== textID) return;
    here.set(null);
    if (ended.open) close(ended.open);
    follow();
  };

  follow();
  return {
    subscribe,
    openCard: () => here.get()?.textID ?? null,
    cards: () => {
      const places = texts.waiting.get().map(({ place }) => place);
      return new Set([...places, here.get()?.textID ?? NEW].filter((place) => place !== NEW));
    },
    typed: (card) => {
      const opened = here.get();
      if (opened?.textID === card.textID) return opened.open?.typed() ?? null;
      return currentOf(waitingIn(card.textID), card) ?? null;
    },
    begin,
    type: (card, text) => {
      begin(card);
      const { textID, text: before, version } = card;
      const base = { text: before, version };
      const open = here.get()?.open ?? texts.open({ place: textID, base });
      open.type(text);
      here.set({ textID, open });
    },
    submit: (textID) => end(textID, ({ submit }) => submit()),
    cancel: (textID) => end(textID, ({ cancel }) => cancel()),
    release: (textID) => {
      end(textID, ({ leave }) => leave());
      for (const { id, at, text } of waitingIn(textID)) {
        if (isBlank(text)) texts.remove(id);
        else texts.put({ id, place: NEW, text, base: null, at });
      }
    },
    returnText: (returned) => returnText(returned, texts, here),
    close: texts.waiting.subscribe(follow),
  };
}

/** What was typed on over a refused text comes back in its place. */
function returnText(
  returned: Parameters<CardEdit['returnText']>[0],
  texts: Texts,
  here: WritableStore<Here | null>,
): void {
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

/** The card that is open once other texts wait. */
function nextHere(texts: Texts, here: Here | null): Here | null {
  const waiting = texts.waiting.get();
  const { textID, open } = here ?? {};
  const isShown = ({ id, place }: Text): boolean => id === open?.id() && place === textID;
  const isTaken = open && !open.isTyped() && !waiting.some(isShown);
  if (open && !isTaken) return here;
  // A text that came back opens its card, the last one first.
  const isReturned = ({ place, base }: Text): boolean =>
    base === null && place !== NEW && (isTaken || place === (textID ?? place));
  const next = waiting.find(isReturned);
  if (next) return { textID: next.place, open: texts.open(next) };
  return isTaken ? null : here;
}

function currentOf(texts: readonly Text[], { text }: Card): Text | undefined {
  return texts.find(({ base }) => base === null || base.text === text);
}
