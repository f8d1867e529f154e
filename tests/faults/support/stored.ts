import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { COLLECTION } from '#shared/thought.ts';
import { byHand } from '#server/testing/by-hand.ts';

const Rows = v.array(v.object({ textID: v.string(), text: v.string() }));
/** Selects thoughts in the order of the lists, newest first. */
const SELECT_THOUGHTS = `select "textID", "text" from "${COLLECTION}" order by "createdAt" desc, "textID" desc`;

/** The thoughts in a data folder, newest first. */
export function readStoredThoughts(dataFolder: string) {
  using file = openFile(dataFolder);
  return v.parse(Rows, file.prepare(SELECT_THOUGHTS).all());
}

/** The ids, which are the texts too, of all that were sent, and of those acknowledged. */
export interface Written {
  sent: Set<string>;
  acknowledged: Set<string>;
}

/**
 * Describes how a data folder differs from what was sent: acknowledged thoughts that are lost, thoughts
 * that are there twice or were never sent, and what SQLite finds wrong. Each thought's text is its own
 * id, so that a copy under another id shows, too.
 */
export function compareStored(dataFolder: string, { sent, acknowledged }: Written): string[] {
  const texts = readStoredThoughts(dataFolder).map(({ text }) => text);
  const stored = new Set(texts);
  using file = openFile(dataFolder);
  const integrity = file.prepare('pragma integrity_check').get()?.['integrity_check'];
  return [
    ...[...acknowledged].filter((text) => !stored.has(text)).map((text) => `lost: ${text}`),
    ...texts.filter((text) => !sent.has(text)).map((text) => `never sent: ${text}`),
    ...(stored.size < texts.length ? [`twice: ${texts.length - stored.size}`] : []),
    ...(integrity === 'ok' ? [] : [`damaged: ${String(integrity)}`]),
  ];
}

/** Opens the file as another program would, and holds its write lock until released. */
export function lockDatabase(dataFolder: string): { release: () => void } {
  const file = openFile(dataFolder);
  file.exec('begin immediate');
  return {
    release: () => {
      file.exec('rollback');
      file.close();
    },
  };
}

function openFile(dataFolder: string): DatabaseSync {
  return new DatabaseSync(join(dataFolder, 'thoughts.sqlite'));
}

/** The thoughts in a PostgreSQL database, newest first. */
export async function readRows(url: string) {
  return v.parse(Rows, await byHand(url, SELECT_THOUGHTS));
}

/** What PostgreSQL's own check finds wrong with tables and indexes. */
export async function findDamage(url: string): Promise<string[]> {
  await byHand(url, 'create extension if not exists "amcheck"');
  const ours = `"relnamespace" = 'public'::regnamespace and "relkind" =`;
  const found = await byHand(
    url,
    `select "msg" from pg_class, verify_heapam(pg_class."oid") where ${ours} 'r'`,
  );
  // The check throws on damage.
  await byHand(url, `select bt_index_check("oid", true) from pg_class where ${ours} 'i'`);
  return found.map(({ msg }) => String(msg));
}
