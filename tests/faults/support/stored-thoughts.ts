import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { COLLECTION } from '#shared/thought.ts';

const Rows = v.array(v.object({ textID: v.string(), text: v.string() }));
export type StoredThought = v.InferOutput<typeof Rows>[number];

const FILE = 'thoughts.sqlite';

/** The thoughts in a data folder, newest first, as the lists show them. */
export function readStoredThoughts(dataFolder: string): StoredThought[] {
  return withFile(dataFolder, (file) =>
    v.parse(
      Rows,
      file
        .prepare(
          `select "textID", "text" from "${COLLECTION}" order by "createdAt" desc, "textID" desc`,
        )
        .all(),
    ),
  );
}

/** The ids, which are the texts too, of all that were sent, and of those acknowledged. */
export interface Written {
  sent: Set<string>;
  acknowledged: Set<string>;
}

/**
 * Says how a data folder differs from what was sent to it: what was acknowledged and is lost, what is
 * there twice or was never sent, and what SQLite finds wrong. Each thought's text is its own id, so
 * that a copy under another id shows too.
 */
export function compareStored(dataFolder: string, { sent, acknowledged }: Written): string[] {
  const texts = readStoredThoughts(dataFolder).map(({ text }) => text);
  const stored = new Set(texts);
  const found = withFile(dataFolder, (file) => file.prepare('pragma integrity_check').get());
  const integrity = String(found?.['integrity_check']);
  return [
    ...[...acknowledged].filter((text) => !stored.has(text)).map((text) => `lost: ${text}`),
    ...texts.filter((text) => !sent.has(text)).map((text) => `never sent: ${text}`),
    ...(stored.size < texts.length ? [`twice: ${texts.length - stored.size}`] : []),
    ...(integrity === 'ok' ? [] : [`damaged: ${integrity}`]),
  ];
}

/** Opens the file as another program would, and holds its write lock until released. */
export function lockDatabase(dataFolder: string): { release: () => void } {
  const file = new DatabaseSync(join(dataFolder, FILE));
  file.exec('begin immediate');
  return {
    release: () => {
      file.exec('rollback');
      file.close();
    },
  };
}

function withFile<Result>(dataFolder: string, read: (file: DatabaseSync) => Result): Result {
  const file = new DatabaseSync(join(dataFolder, FILE));
  try {
    return read(file);
  } finally {
    file.close();
  }
}
