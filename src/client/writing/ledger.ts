import { newId } from '#shared/id.ts';
import { isSameList, keepList } from '#shared/lists.ts';
import { isBlank } from '#shared/thought.ts';
import {
  openCollection,
  type BrowserStorage,
  type Collection,
} from '#client/store/browser-storage.ts';
import type { OpenPages } from '#client/store/open-pages.ts';
import { STORAGE_KEYS } from '#client/store/storage-keys.ts';
import { createStore } from '#client/store/store.ts';
import { createAcknowledged } from './acknowledged.ts';
import {
  isCurrent,
  isOver,
  isReturned,
  isUntouched,
  Item,
  lastTexts,
  NEW,
  newItem,
  openCard,
  placeOf,
  WAITING,
} from './kind.ts';
import { kindOf } from './kinds.ts';

/** What a person writes in this browser, as one of their pages sees it. */
export interface Writing {
  /** Submitted items in the order asked for, acknowledged ones first. */
  sent: readonly Item[];
  /** Texts that wait, the newest first. */
  waiting: readonly Item[];
  /** What this page types, by place: in the add dialog, and in at most one card. */
  open: ReadonlyMap<string, Item>;
}

/**
 * All that a person writes in this browser. Its storage is the truth for all of their pages, each of which may
 * continue or send any item; what two pages type at once stays two items.
 */
export class Ledger {
  readonly #stored: Collection<Item>;
  readonly #pages: OpenPages;
  readonly #stop = new AbortController();
  readonly state = createStore<Writing>({ sent: [], waiting: [], open: new Map() });
  readonly #open = new Map<string, Item>();
  readonly #acknowledged = createAcknowledged((items) => {
    items.forEach((item) => this.#discard(item));
    this.#refresh();
  });

  constructor(storage: BrowserStorage, pages: OpenPages, uid: string) {
    const prefix = STORAGE_KEYS.writing(uid);
    this.#stored = openCollection(storage, prefix, Item);
    this.#pages = pages;
    const { signal } = this.#stop;
    const refresh = (): void => this.#refresh();
    for (const stop of [storage.onChange(prefix, refresh), pages.onGone(refresh)])
      signal.addEventListener('abort', stop);
    addEventListener('pagehide', () => this.#parkAll(), { signal });
    // A page in the back/forward cache receives no events.
    addEventListener('pageshow', refresh, { signal });
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
    const item: Item = { ...before, text, state: 'typing', page: this.#pages.own() };
    if (isUntouched(item)) this.#discard(before);
    this.#open.set(place, isUntouched(item) ? item : this.#write(before, item));
    this.#refresh();
  }

  /** Closes a place; its text waits, a refused one from now on over this base. */
  leave(place: string, base: Item['base'] = null): void {
    this.#close(place, base);
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
    const item = this.#open.get(place) ?? newItem(place);
    this.#open.delete(place);
    const before = this.unsent();
    // Times are unique, so that the order is total.
    const at = Math.max(Date.now(), (before.at(-1)?.at ?? 0) + 1);
    this.#write(item, { ...change, state: 'unsent', page: null, at });
    if (kindOf(change).overtakes === true) {
      before.filter((one) => one.place === change.place).forEach((one) => this.#discard(one));
    }
    this.#refresh();
  }

  /** Hands what was typed into a removed card over to the add dialog. */
  release(place: string): void {
    this.leave(place);
    for (const item of this.#waiting().filter((one) => one.place === place)) {
      if (isBlank(item.text)) this.#discard(item);
      else this.#write(item, { ...WAITING, ...placeOf(NEW), base: null });
    }
    this.#refresh();
  }

  /** Unsent items of all pages, in the order asked for. */
  unsent(): Item[] {
    return this.#in('unsent').toSorted((a, b) => a.at - b.at);
  }

  isUnsent({ id }: Item): boolean {
    return this.#stored.find(id)?.state === 'unsent';
  }

  acknowledge(item: Item): void {
    this.#stored.write(item.id, { ...item, state: 'acknowledged' });
    this.#refresh();
  }

  /** Lets the last texts for a thought wait, over whatever is stored, and drops all unsent writes of it. */
  refuse(item: Item, reason: unknown): void {
    const dropped = this.unsent().filter(({ place }) => place === item.place);
    const place = kindOf(item).returnsTo(item, reason, dropped.length === 1);
    for (const last of lastTexts(dropped)) {
      if (place === null) break;
      const over = this.#waiting().filter((one) => isOver(one, { place, text: last.text }));
      // What waits over a refused text stands in for it.
      const standing = over.length > 0 ? over : [{ ...last, ...placeOf(place) }];
      standing.forEach((one) => this.#stored.write(one.id, { ...one, ...WAITING, base: null }));
    }
    dropped.forEach((one) => this.#discard(one));
    this.#refresh();
  }

  /** Drops the acknowledged items that these lists show, or should show by now. */
  readonly reconcile = this.#acknowledged.reconcile;

  close(): void {
    this.#parkAll();
    this.#stop.abort();
    this.#acknowledged.close();
  }

  #in(state: Item['state']): Item[] {
    return this.#stored.read().filter((item) => item.state === state);
  }

  /** The items that wait, the newest first. */
  #waiting(): Item[] {
    const isLeft = ({ page }: Item): boolean =>
      page !== null && page !== this.#pages.own() && this.#pages.isGone(page);
    const items = [...this.#in('waiting'), ...this.#in('typing').filter(isLeft)];
    return items.toSorted((a, b) => b.at - a.at);
  }

  #refresh(): void {
    this.#in('acknowledged').forEach(this.#acknowledged.add);
    this.#followOthers();
    const before = this.state.get();
    const sent = keepList(before.sent, [...this.#acknowledged.items(), ...this.unsent()]);
    const kept = keepList(before.waiting, this.#waiting());
    const isSameOpen = isSameList([...before.open.values()], [...this.#open.values()]);
    if (sent === before.sent && kept === before.waiting && isSameOpen) return;
    const open = isSameOpen ? before.open : new Map(this.#open);
    this.state.set({ sent, waiting: kept, open });
  }

  /** Gives up waiting texts that another page has taken, and opens the card of a refused one. */
  #followOthers(): void {
    for (const [place, item] of this.#open) {
      if (item.state !== 'waiting' || this.#isOurs(item)) continue;
      if (place === NEW) this.#open.set(NEW, newItem(NEW));
      else this.#open.delete(place);
    }
    for (const returned of this.#waiting().filter(isReturned)) {
      const { place, text } = returned;
      const item = this.#open.get(place);
      if (item ? isUntouched(item) : openCard(this.#open) === null) {
        this.#open.set(place, returned);
      } else if (item?.state === 'typing' && item.base?.text === text) {
        // What was typed over a refused text stands in for it.
        this.#open.set(place, this.#write(item, { base: null }));
        this.#discard(returned);
      }
    }
  }

  #begin(place: string, base: Item['base']): Item {
    const opened = this.#open.get(place);
    if (opened) return opened;
    const other = openCard(this.#open);
    // One card is in edit mode at a time.
    if (place !== NEW && other !== null) this.#close(other);
    const waiting = this.#waiting().filter((item) => item.place === place);
    const current = waiting.find((item) => isCurrent(item, base));
    // Texts over another base are never offered again.
    if (!current) waiting.forEach((item) => this.#discard(item));
    const item = current ?? newItem(place, base);
    this.#open.set(place, item);
    return item;
  }

  /** Lets what is typed at a place wait until the next key takes it up, a refused text over this base. */
  #park(place: string, base: Item['base'] = null): void {
    const item = this.#open.get(place);
    if (!item || isUntouched(item) || (item.state === 'waiting' && !this.#isOurs(item))) return;
    this.#open.set(place, this.#write(item, { ...WAITING, base: item.base ?? base }));
  }

  #close(place: string, base?: Item['base']): void {
    this.#park(place, base);
    this.#open.delete(place);
  }

  #parkAll(): void {
    for (const place of this.#open.keys()) this.#park(place);
    this.#refresh();
  }

  /** Whether no other page has continued or ended an item since this one saw it. */
  #isOurs(item: Item): boolean {
    const stored = this.#stored.find(item.id);
    return stored === item || (stored === null && item.state === 'typing');
  }

  #write(item: Item, change: Partial<Item>): Item {
    const id = this.#isOurs(item) ? item.id : newId();
    return this.#stored.write(id, { ...item, ...change, id });
  }

  #discard(item: Item): void {
    if (this.#isOurs(item)) this.#stored.remove(item.id);
  }
}
