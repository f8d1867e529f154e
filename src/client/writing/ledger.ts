import { newId } from '#shared/id.ts';
import { isSameList, keepList } from '#shared/lists.ts';
import { isBlank } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { LiveState } from '#client/live/live-query.ts';
import { openCollection, type BrowserStorage } from '#client/store/browser-storage.ts';
import type { OpenPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';
import {
  chainFrom,
  isCurrent,
  isOver,
  isReturned,
  isUntouched,
  Item,
  NEW,
  newItem,
  cardInEditMode,
} from './kind.ts';
import { kindOf, unlistedOf } from './kinds.ts';

/** Live lists show a write within this time (ms), or it lies beyond their windows. */
const LISTED_WITHIN_MS = 20_000;

/** What a person writes in this browser, as one of their pages sees it. */
export interface Writing {
  /** Submitted items in the order asked for, acknowledged ones first. */
  sent: readonly Item[];
  /** Typed texts that are not open, the newest first. */
  waiting: readonly Item[];
  /** What this page types, by place: in the add dialog, and in at most one card. */
  open: ReadonlyMap<string, Item>;
}

/**
 * All that a person writes in this browser. Its storage is the truth for all of their pages. Each may send any item,
 * and continue what was typed on a page that is gone; what two of them type at once stays two items.
 */
export class Ledger {
  readonly #stored: ReturnType<typeof openCollection<Item>>;
  readonly #pages: OpenPages;
  readonly #author: User;
  readonly #stop = new AbortController();
  readonly state = createStore<Writing>({ sent: [], waiting: [], open: new Map() });
  readonly #open = new Map<string, Item>();
  /** Acknowledged items that this page's lists may not show yet, though those of another page do. */
  readonly #acknowledged = new Map<string, Item>();
  readonly #writer = () => ({ uid: this.#author.uid, page: this.#pages.own() });
  #late: readonly Item[] = [];
  #lateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(storage: BrowserStorage, pages: OpenPages, author: User) {
    const prefix = STORAGE_KEYS.writing(author.uid);
    this.#stored = openCollection(storage, prefix, Item);
    this.#pages = pages;
    this.#author = author;
    const refresh = (): void => this.#refresh();
    for (const stop of [storage.onChange(prefix, refresh), pages.onGone(refresh)])
      this.#stop.signal.addEventListener('abort', stop);
    // A page in the back/forward cache receives no events.
    addEventListener('pageshow', refresh, this.#stop);
    this.#refresh();
  }

  /** Opens a place for typing: with the text that waits there for this base, or else with the base itself. */
  open(place: string, base: Item['base']): void {
    this.#begin(place, base);
    this.#refresh();
  }

  /** Types a text at a place, which it opens. */
  type(place: string, base: Item['base'], text: string): void {
    const before = this.#begin(place, base);
    const item = { ...before, text, page: this.#pages.own() };
    if (isUntouched(item)) this.#discard(before);
    this.#open.set(place, isUntouched(item) ? item : this.#write(before, item));
    this.#refresh();
  }

  /** Closes a place; its text waits, a refused one from now on over this base. */
  leave(place: string, base: Item['base'] = null): void {
    const item = this.#open.get(place);
    this.#open.delete(place);
    if (item && base && isReturned(item) && this.#isOurs(item)) this.#write(item, { base });
    this.#refresh();
  }

  /** Closes a place; its text is given up. */
  cancel(place: string): void {
    const item = this.#open.get(place);
    this.#open.delete(place);
    if (item) this.#discard(item);
    this.#refresh();
  }

  /** Closes a place, and submits what was typed there as an item with these fields. */
  submit(place: string, change: Pick<Item, 'kind' | 'place' | 'text' | 'base'>): void {
    const page = this.#pages.own();
    const item = this.#open.get(place) ?? newItem(place, null, this.#writer());
    this.#open.delete(place);
    const before = this.unsent();
    // Times are unique, so that the order is total.
    const at = Math.max(Date.now(), (before.at(-1)?.at ?? 0) + 1);
    this.#write(item, { ...change, state: 'unsent', page, at });
    if (kindOf(change).overtakes === true) {
      before.filter((one) => one.place === change.place).forEach((one) => this.#discard(one));
    }
    this.#refresh();
  }

  /** Hands what was typed into a removed card over to the add dialog. */
  release(place: string): void {
    this.#open.delete(place);
    for (const item of this.#typed().filter((one) => one.place === place)) {
      if (isBlank(item.text)) this.#discard(item);
      else this.#write(item, { place: NEW, base: null });
    }
    this.#refresh();
  }

  /** Unsent items of all pages, in the order asked for. */
  unsent(): Item[] {
    return this.#in('unsent');
  }

  isUnsent({ id }: Pick<Item, 'id'>): boolean {
    return this.#stored.find(id)?.state === 'unsent';
  }

  acknowledge(item: Item): void {
    this.#stored.write(item.id, { ...item, state: 'acknowledged' });
    this.#refresh();
  }

  /** Drops an item with what was written over it, and gives the last texts of these back, over whatever is stored. */
  refuse(item: Item, reason: unknown): void {
    const dropped = chainFrom(item, this.unsent());
    const place = kindOf(item).returnsTo(item, reason, dropped.length === 1);
    dropped.forEach((one, index) => {
      const isLast = !dropped.slice(index + 1).some((later) => isOver(later, one));
      if (place === null || !isLast) this.#discard(one);
      else this.#write(one, { place, state: 'typed', base: null });
    });
    this.#refresh();
  }

  /** Drops the acknowledged items that these lists show, or should show by now. */
  reconcile(lists: readonly LiveState[]): void {
    const items = [...this.#acknowledged.values()];
    if (items.length === 0 || lists.some(({ isLoading }) => isLoading)) return;
    const unlisted = unlistedOf(items, lists, this.#author);
    this.#drop(items.filter((item) => !unlisted.includes(item)));
    const late = lists.every(({ isLive }) => isLive) ? unlisted : [];
    if (isSameList(late, this.#late)) return;
    this.#late = late;
    clearTimeout(this.#lateTimer);
    this.#lateTimer = setTimeout(() => this.#drop(late), LISTED_WITHIN_MS);
  }

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#lateTimer);
  }

  #drop(items: readonly Item[]): void {
    for (const item of items) {
      if (kindOf(item).isLasting !== true) this.#acknowledged.delete(item.id);
      this.#discard(item);
    }
    this.#refresh();
  }

  /** The oldest first. */
  #in(state: Item['state']): Item[] {
    const items = this.#stored.read().filter((item) => item.state === state);
    return items.toSorted((a, b) => a.at - b.at);
  }

  /** What was typed on this page, or on one that is gone, the newest first. */
  #typed(): Item[] {
    const isHere = ({ page }: Item): boolean =>
      page === this.#pages.own() || this.#pages.isGone(page);
    return this.#in('typed').filter(isHere).toReversed();
  }

  #refresh(): void {
    this.#in('acknowledged').forEach((item) => this.#acknowledged.set(item.id, item));
    this.#followOthers();
    this.#openReturned();
    const before = this.state.get();
    const opened = [...this.#open.values()];
    const left = this.#typed().filter((item) => !opened.includes(item));
    const sent = keepList(before.sent, [...this.#acknowledged.values(), ...this.unsent()]);
    const waiting = keepList(before.waiting, left);
    const isSameOpen = isSameList([...before.open.values()], opened);
    if (sent === before.sent && waiting === before.waiting && isSameOpen) return;
    this.state.set({ sent, waiting, open: isSameOpen ? before.open : new Map(this.#open) });
  }

  /** Gives up what another page has continued since it was opened here. */
  #followOthers(): void {
    for (const [place, item] of this.#open) {
      if (this.#isOurs(item)) continue;
      if (place === NEW) this.#open.set(NEW, newItem(NEW, null, this.#writer()));
      else this.#open.delete(place);
    }
  }

  /** Opens the card of a refused text, unless something was typed over it, which then stands in for it. */
  #openReturned(): void {
    for (const returned of this.#typed().filter(isReturned)) {
      const over = this.#typed().filter((one) => isOver(one, returned));
      let last = returned;
      for (const item of over) {
        last = this.#write(item, { base: null });
        if (this.#open.get(item.place) === item) this.#open.set(item.place, last);
      }
      if (last !== returned) this.#discard(returned);
      if (cardInEditMode(this.#open) === null) this.#open.set(last.place, last);
    }
  }

  #begin(place: string, base: Item['base']): Item {
    const opened = this.#open.get(place);
    if (opened) return opened;
    const other = cardInEditMode(this.#open);
    // One card is in edit mode at a time.
    if (place !== NEW && other !== null) this.#open.delete(other);
    const typed = this.#typed().filter((item) => item.place === place);
    const current = typed.find((item) => isCurrent(item, base));
    // Texts over another base are never offered again.
    if (!current) typed.forEach((item) => this.#discard(item));
    const item = current ?? newItem(place, base, this.#writer());
    this.#open.set(place, item);
    return item;
  }

  /** Whether no other page has continued or ended an item since this one saw it. */
  #isOurs(item: Item): boolean {
    const stored = this.#stored.find(item.id);
    const isUnstored = isUntouched(item) || item.page === this.#pages.own();
    return stored === item || (stored === null && isUnstored);
  }

  #write(item: Item, change: Partial<Item>): Item {
    const id = this.#isOurs(item) ? item.id : newId();
    return this.#stored.write(id, { ...item, ...change, id });
  }

  #discard(item: Item): void {
    if (this.#isOurs(item)) this.#stored.remove(item.id);
  }
}
