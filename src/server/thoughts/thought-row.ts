import { timestampFromMillis } from '#shared/thought.ts';
import type { VersionedThought } from '#shared/wire.ts';
import type { ThoughtRow } from '#server/database/thoughts-table.ts';

/** A thought as it travels, from the row it is kept in. */
export function thoughtFromRow({ createdAt, ...fields }: ThoughtRow): VersionedThought {
  return { ...fields, createdAt: timestampFromMillis(createdAt) };
}
