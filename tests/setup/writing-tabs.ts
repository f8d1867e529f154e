import { onTestFinished } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { openPages } from '#client/store/open-pages.ts';
import { createCards, openCard } from '#client/writing/cards.ts';
import { NEW, type Item } from '#client/writing/kind.ts';
import { Ledger } from '#client/writing/ledger.ts';
import { openBrowser } from './browser-tabs.ts';
import { SAMPLE_USER } from './samples.ts';

/** A tab of a browser of its own, in which somebody writes; it can open others. */
export function openTab(items = new Map<string, string>()) {
  const openLasting = openBrowser(items);
  const openNext = () => {
    const lasting = openLasting();
    const load = () => {
      const ledger = new Ledger(lasting, openPages(), SAMPLE_USER.uid);
      onTestFinished(() => ledger.close());
      const state = () => ledger.state.get();
      const cardsOf = createCards(SAMPLE_USER);
      return {
        ledger,
        /** The texts that wait, in the dialog's drafts and in cards. */
        texts: () => state().waiting.map(({ text }) => text),
        places: () => state().waiting.map(({ place }) => place),
        /** What the dialog holds. */
        draft: () => state().open.get(NEW)?.text,
        openCard: () => openCard(state()),
        cards: (...thoughts: Thought[]) => cardsOf(thoughts, state()),
        /** What the card of a thought holds. */
        typed: (thought: Thought) => {
          const card = cardsOf([thought], state()).find(
            (one) => one.thought.textID === thought.textID,
          );
          return card?.typed === thought.text ? null : card?.typed;
        },
        /** Submits an add, an edit or a delete without typing it first. */
        submit: (item: Pick<Item, 'kind' | 'place' | 'text' | 'base'>): Item => {
          ledger.submit(item.kind === 'add' ? NEW : item.place, item);
          const written = ledger.unsent().at(-1);
          if (written === undefined) throw new Error('Nothing was submitted.');
          return written;
        },
        close: () => ledger.close(),
      };
    };
    const reload = () => {
      leavePage();
      return load();
    };
    return { ...load(), load, reload };
  };
  return { ...openNext(), openNext, items };
}

export function addOf(textID: string, text = 'new') {
  return { kind: 'add', place: textID, text, base: null } as const;
}

export function editOf({ textID, text: before, version }: Thought, text: string) {
  return { kind: 'edit', place: textID, text, base: { text: before, version } } as const;
}

export function deleteOf(textID: string) {
  return { kind: 'delete', place: textID, text: '', base: null } as const;
}

/** What the browser says to all pages of a test when they go away in good order. */
function leavePage(): void {
  dispatchEvent(new Event('pagehide'));
}

/** Until the other tabs have been called. */
export async function announced(): Promise<void> {
  await Promise.resolve();
}

/** Until whoever asked for a lock before has an answer. */
export async function asked(): Promise<void> {
  await navigator.locks.request('asked', {}, () => {});
}
