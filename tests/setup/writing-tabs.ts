import { openPages } from '#client/store/open-pages.ts';
import { openCardEdit } from '#client/writing/card-edit.ts';
import { NEW, openTexts } from '#client/writing/texts.ts';
import { openBrowser } from './browser-tabs.ts';

/** A tab of a browser of its own, in which somebody writes; it can open others. */
export function openTab() {
  const items = new Map<string, string>();
  const openLasting = openBrowser(items);
  const openNext = () => {
    const lasting = openLasting();
    const load = () => {
      const all = openTexts(lasting, openPages(), 'u');
      const edit = openCardEdit(all);
      return {
        all,
        edit,
        texts: () => all.waiting.get().map(({ text }) => text),
        /** Opens the add dialog. */
        open: () => all.open(all.waiting.get()[0] ?? { place: NEW, base: null }),
        close: () => [edit, all].forEach((part) => part.close()),
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

/** What the browser says to all pages of a test when they go away in good order. */
export function leavePage(): void {
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
