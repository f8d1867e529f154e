import type { Fault } from '#tests/planted/fault.ts';

export const ORDER: readonly Fault[] = [
  {
    name: 'an older page begins with the thought before it',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: '("createdAt", "textID") < (',
    replace: '("createdAt", "textID") <= (',
  },
  {
    name: 'thoughts of one moment have another order',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"textID" desc limit ?1',
    replace: '"textID" limit ?1',
  },
  {
    name: 'a clock that was set back puts a thought below others',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'select max("createdAt") + 1',
    replace: 'select min("createdAt") + 1',
  },
  {
    name: 'a late copy of an add brings a deleted thought back',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: `where not exists (select 1 from "tombstones" where "textID" = ?1)`,
    replace: 'where true',
  },
  {
    name: 'tombstones end after nine days',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'TOMBSTONE_TTL_MS = 90 *',
    replace: 'TOMBSTONE_TTL_MS = 9 *',
  },
  {
    name: 'a delete that overtakes its add leaves no tombstone',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: `where not exists (select 1 from "Thoughts-Data" where "textID" = ?1)
      on conflict`,
    replace: `where exists (select 1 from "Thoughts-Data" where "textID" = ?1)
      on conflict`,
  },
  {
    name: 'an edit overwrites a newer version',
    promise: 10,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"version" = ?4',
    replace: '"version" >= ?4',
  },
  {
    name: 'an edit that changed nothing is acknowledged',
    promise: 10,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'if (found.text !== edit.text)',
    replace: "if (found.text === '')",
  },
  {
    name: 'a repeated add is refused',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: "if (found.text !== text) throw new Problem('conflict');",
    replace: "throw new Problem('conflict');",
  },
  {
    name: 'SQLite logs no edits',
    promise: 1,
    file: 'src/server/database/sqlite/migrations/001-board.sql',
    search: 'after update on "Thoughts-Data" begin',
    replace: 'after update of "uName" on "Thoughts-Data" begin',
  },
  {
    name: 'PostgreSQL numbers changes one too low',
    promise: 4,
    file: 'src/server/database/postgres/migrations/001-board.sql',
    search: 'number - added + row_number() over ()',
    replace: 'number - added + row_number() over () - 1',
  },
  {
    name: 'PostgreSQL’s servers write without taking turns',
    promise: 22,
    file: 'src/server/database/postgres/writer.ts',
    search: ' from "log-end" for update',
    replace: ' from "log-end"',
  },
  {
    name: 'the newest page is kept after a change',
    promise: 4,
    file: 'src/server/thoughts/newest-page.ts',
    search: 'if (last !== null && (await log.position()) === last.position)',
    replace: 'if (last !== null && last.position === last.position)',
  },
  {
    name: 'the rules let a thought be deleted without a tombstone',
    promise: 7,
    file: 'firebase/firestore.rules',
    search: `
        && existsAfter(/databases/$(database)/documents/Deleted-Thoughts/$(textID));`,
    replace: ';',
  },
  {
    name: 'an own add that was edited elsewhere counts as refused',
    promise: 7,
    file: 'src/client/writing/operations/add.ts',
    search: "problemCodeOf(reason) === 'conflict'",
    replace: "problemCodeOf(reason) === 'forbidden'",
  },
];
