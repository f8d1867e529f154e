import type { Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';
import type { Kind, Write } from './kind.ts';

/** Every kind of write by its name: a new one is a file beside these, and a line here. */
const KINDS = { add, edit, delete: remove } satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

export function isKindName(name: unknown): name is KindName {
  return typeof name === 'string' && Object.hasOwn(KINDS, name);
}

interface Named {
  kind: KindName;
}

export function kindOf({ kind }: Named): Kind {
  return KINDS[kind];
}

/** A list's copy of a thought with what was written to it applied; undefined if the list shows none. */
export function applyWrites(
  copy: Thought | undefined,
  writes: readonly (Write & Named)[],
  author: User,
): Thought | undefined {
  return writes.reduce((shown, write) => kindOf(write).show(shown, write, author), copy);
}
