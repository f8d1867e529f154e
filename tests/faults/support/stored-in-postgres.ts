import * as v from 'valibot';
import { byHand } from '#tests/postgres/by-hand.ts';
import { compareTexts, type StoredDifference } from './compare-stored.ts';
import type { Written } from './write-storm.ts';

const StoredRows = v.array(v.object({ textID: v.string(), text: v.string(), version: v.number() }));
export type StoredRow = v.InferOutput<typeof StoredRows>[number];

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

/**
 * Says how a PostgreSQL database, to which thoughts were only added, differs from what was sent to
 * it; null when all is as it should be.
 */
export async function compareInPostgres(
  url: string,
  written: Written,
): Promise<StoredDifference | null> {
  const texts = (await readRows(url)).map(({ text }) => text);
  return compareTexts(texts, written, [...(await findDamage(url)), ...(await findDisorder(url))]);
}

/** What PostgreSQL's own check finds wrong with tables and indexes. */
async function findDamage(url: string): Promise<string[]> {
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

/** Where times, the log and the numbers of its changes are in different orders, or have gaps. */
async function findDisorder(url: string): Promise<string[]> {
  const [row] = await byHand(
    url,
    `select (select "last" from "log-end") as "last",
      (select count(*) from "Thoughts-Data") as "count", count(*) as "known",
      max("position") - min("position") + 1 as "width",
      count(*) filter (where "createdAt" <= "before") as "disordered"
    from (
      select "position", "createdAt", lag("createdAt") over (order by "position") as "before"
      from "changes" join "Thoughts-Data" using ("textID")
    ) as "log"`,
  );
  const { last, count, known, width, disordered } = row ?? {};
  return [
    ...(last === count ? [] : [`the log ends at ${last} with ${count} thoughts`]),
    ...(Number(known) === Number(width ?? 0) ? [] : [`${known} of ${width} changes are known`]),
    ...(Number(disordered) === 0 ? [] : [`${disordered} thoughts are out of order`]),
  ];
}
