import * as v from 'valibot';
import { OWNER, type Caller } from './access.ts';
import type { StoredDocument } from './document-values.ts';
import type { StructuredQuery } from './query.ts';
import { Refusal } from './refusal.ts';

/** A part of a collection in the order of the documents' names, as the owner's tools ask for it. */
const ListingQuery = v.strictObject({
  from: v.strictTuple([v.strictObject({ collectionId: v.string() })]),
  orderBy: v.strictTuple([
    v.strictObject({
      field: v.strictObject({ fieldPath: v.literal('__name__') }),
      direction: v.literal('ASCENDING'),
    }),
  ]),
  startAt: v.optional(
    v.strictObject({
      values: v.strictTuple([v.strictObject({ referenceValue: v.string() })]),
      before: v.literal(false),
    }),
  ),
  limit: v.number(),
});
export type Listing = v.InferOutput<typeof ListingQuery>;

/** The listing a query asks for; null when it is another query. Nobody but the owner may list. */
export function readListing(query: StructuredQuery, caller: Caller): Listing | null {
  const read = v.safeParse(ListingQuery, query);
  if (!read.success) return null;
  if (caller !== OWNER) throw new Refusal('PERMISSION_DENIED');
  return read.output;
}

/** The documents of a listing. */
export function runListing(
  { from: [{ collectionId }], startAt, limit }: Listing,
  documents: readonly StoredDocument[],
): StoredDocument[] {
  const after = startAt?.values[0].referenceValue ?? '';
  return documents
    .filter(({ name }) => name > after && name.split('/').at(-2) === collectionId)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}
