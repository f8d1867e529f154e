import { add } from './add.ts';
import { remove } from './delete.ts';
import { edit } from './edit.ts';
import type { Item, Kind } from './kind.ts';

/** Every kind of write: a new one is a file beside these, a line here and its name in the schema. */
const KINDS: Readonly<Record<Item['kind'], Kind>> = { add, edit, delete: remove };

export function kindOf({ kind }: Pick<Item, 'kind'>): Kind {
  return KINDS[kind];
}
