import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Writes } from '#client/backend/backend.ts';

/** The place of a text in the add dialog; that of every other item is its thought's id. */
export const NEW = 'new';

/**
 * What a person writes, from its first key until the lists show it: one entry in the browser's storage, of
 * which each change of state is one write.
 *
 *     typed ──submit──► unsent ──► acknowledged ──► listed (gone)
 *       └──cancel──► gone └── refused ──► typed, over whatever is stored
 */
export const Item = v.object({
  id: v.string(),
  /** Who writes it, and who must be signed in when it is sent. */
  uid: v.string(),
  /** What it is submitted as; while it is typed, what it began as. */
  kind: v.picklist(['add', 'edit', 'delete']),
  place: v.string(),
  text: v.string(),
  /** What it replaces; null if it replaces whatever is stored. */
  base: v.nullable(v.object({ text: v.string(), version: v.number() })),
  state: v.picklist(['typed', 'unsent', 'acknowledged']),
  /** The page it is typed on: while that lives, no other shows or continues the text, and a refused one returns there. */
  page: v.string(),
  /** When its typing began, and once it is submitted its place in the order, in ms. */
  at: v.number(),
});
export type Item = v.InferOutput<typeof Item>;

/** What typing at a place begins with; it is not stored yet. */
export function newItem(
  place: string,
  base: Item['base'],
  { uid, page }: Pick<Item, 'uid' | 'page'>,
): Item {
  const text = base?.text ?? '';
  const kind = place === NEW ? 'add' : 'edit';
  return { id: newId(), uid, kind, place, text, base, state: 'typed', page, at: Date.now() };
}

export function isUntouched({ text, base }: Pick<Item, 'text' | 'base'>): boolean {
  return text === (base?.text ?? '');
}

/** Whether a waiting text is offered over this base. */
export function isCurrent({ base }: Item, now: Item['base']): boolean {
  return base === null || base.text === now?.text;
}

/** Whether a waiting text was refused, and opens its card. */
export function isReturned({ place, base }: Item): boolean {
  return place !== NEW && base === null;
}

export function cardInEditMode(open: ReadonlyMap<string, Item>): string | null {
  return [...open.keys()].find((place) => place !== NEW) ?? null;
}

/** Whether something was typed over a text at a place. */
export function isOver(item: Item, { place, text }: Pick<Item, 'place' | 'text'>): boolean {
  return item.place === place && item.base?.text === text;
}

/** An item, and of the others, in their order, those that were written over it. */
export function chainFrom(item: Item, others: readonly Item[]): Item[] {
  const chain = [item];
  for (const other of others) if (chain.some((one) => isOver(other, one))) chain.push(other);
  return chain;
}

/** Everything specific to a kind of write, which must be safe to carry out twice, and late. */
export interface Kind {
  /** Whether it creates its thought: such writes are sent one after the other. */
  creates?: boolean;
  /** Whether it drops unacknowledged writes of the same thought. */
  overtakes?: boolean;
  /** Whether the lists show it as long as the page lives, even if something older is read. */
  isLasting?: boolean;
  send: (backend: Writes, item: Item, signal: AbortSignal) => Promise<void>;
  /** Whether a refusal means that an earlier copy arrived. */
  isDone?: (reason: unknown) => boolean;
  /**
   * Where its text waits once it is refused; null if it need not. `isLast` says whether nothing was
   * written over it.
   */
  returnsTo: (item: Item, reason: unknown, isLast: boolean) => string | null;
  /** What a list shows in place of its copy (undefined if none): the copy itself once that has the write. */
  show: (copy: Thought | undefined, item: Item, author: User) => Thought | undefined;
}
