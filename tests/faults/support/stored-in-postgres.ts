import * as v from 'valibot';
import { byHand } from '#tests/postgres/by-hand.ts';

const StoredRows = v.array(v.object({ textID: v.string(), text: v.string(), version: v.number() }));
type StoredRow = v.InferOutput<typeof StoredRows>[number];

/** All thoughts, newest first, as the lists show them. */
export async function readRows(url: string): Promise<StoredRow[]> {
  return v.parse(
    StoredRows,
    await byHand(
      url,
      `select "textID", "text", "version"::int from "Thoughts-Data"
        order by "createdAt" desc, "textID" desc`,
    ),
  );
}

/** What PostgreSQL's own check finds wrong with tables and indexes. */
export async function findDamage(url: string): Promise<string[]> {
  await byHand(url, 'create extension if not exists "amcheck"');
  const ours = `from pg_class where "relnamespace" = 'public'::regnamespace`;
  const found = await byHand(
    url,
    `select "msg" from pg_class, verify_heapam(pg_class."oid")
      where "relnamespace" = 'public'::regnamespace and "relkind" = 'r'`,
  );
  try {
    // It throws at what it finds.
    await byHand(url, `select bt_index_check("oid", true) ${ours} and "relkind" = 'i'`);
  } catch (error) {
    return [String(error)];
  }
  return found.map(({ msg }) => String(msg));
}
