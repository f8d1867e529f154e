import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const HEADER = 32;
const FRAME_HEADER = 24;

/** Counts the commits of a served board's database while something happens. */
export async function countCommits(folder: string, act: () => Promise<void>): Promise<number> {
  const file = join(folder, 'thoughts.sqlite');
  const reader = new DatabaseSync(file, { readOnly: true });
  try {
    // As long as somebody reads this far, SQLite does not start its log again from the front.
    reader.exec('begin; select count(*) from sqlite_schema');
    const before = readLog(`${file}-wal`);
    await act();
    const after = readLog(`${file}-wal`);
    if (before.salt !== after.salt) throw new Error('The log began anew while it was counted.');
    return after.commits - before.commits;
  } finally {
    reader.close();
  }
}

/** Reads SQLite's write-ahead log: the last frame of a commit tells the database's new size. */
function readLog(file: string): { salt: string; commits: number } {
  const log = readFileSync(file);
  const frameSize = FRAME_HEADER + log.readUInt32BE(8);
  const saltAt = (place: number): string => log.toString('hex', place, place + 8);
  const salt = saltAt(16);
  let commits = 0;
  for (let frame = HEADER; frame + frameSize <= log.length; frame += frameSize) {
    // Frames of an earlier round lie behind the end of this one.
    if (saltAt(frame + 8) !== salt) break;
    if (log.readUInt32BE(frame + 4) > 0) commits += 1;
  }
  return { salt, commits };
}
