import type { Fault } from '#tests/planted/fault.ts';

export const ORDER: readonly Fault[] = [
  {
    name: 'an older page begins with the thought before it',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: '("createdAt", "textID") < (',
    replace: '("createdAt", "textID") <= (',
    seenBy:
      'node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat',
  },
  {
    name: 'thoughts of one moment have another order',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"textID" desc limit ?1',
    replace: '"textID" limit ?1',
    seenBy:
      'node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat',
  },
  {
    name: 'a clock that was set back puts a thought below others',
    promise: 4,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'select max("createdAt") + 1',
    replace: 'select min("createdAt") + 1',
    seenBy:
      'node src/server/thoughts/thought-store.test.ts: thoughts added at the same time keep the order they were sent in',
  },
  {
    name: 'a late copy of an add brings a deleted thought back',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: `where not exists (select 1 from "tombstones" where "textID" = ?1)`,
    replace: 'where true',
    seenBy:
      'node src/server/thoughts/thought-store.test.ts: adding, editing and deleting again after a deletion changes nothing',
  },
  {
    name: 'tombstones end after nine days',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'TOMBSTONE_TTL_MS = 90 *',
    replace: 'TOMBSTONE_TTL_MS = 9 *',
    seenBy:
      'node src/server/thoughts/thought-store.test.ts: the id of a deleted thought is kept from being used for 90 days',
  },
  {
    name: 'a delete that overtakes its add leaves no tombstone',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: `where not exists (select 1 from "Thoughts-Data" where "textID" = ?1)
      on conflict`,
    replace: `where exists (select 1 from "Thoughts-Data" where "textID" = ?1)
      on conflict`,
    seenBy: 'node src/client/backend/http/http.test.ts',
  },
  {
    name: 'an edit overwrites a newer version',
    promise: 10,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"version" = ?4',
    replace: '"version" >= ?4',
    seenBy: 'node src/client/backend/http/http.test.ts',
  },
  {
    name: 'an edit that changed nothing is acknowledged',
    promise: 10,
    file: 'src/server/thoughts/thought-store.ts',
    search: 'if (found.text !== edit.text)',
    replace: "if (found.text === '')",
    seenBy: 'node src/client/backend/http/http.test.ts',
  },
  {
    name: 'a repeated add is refused',
    promise: 7,
    file: 'src/server/thoughts/thought-store.ts',
    search: "if (found.text !== text) throw new Problem('conflict');",
    replace: "throw new Problem('conflict');",
    seenBy: 'node src/client/backend/http/http.test.ts',
  },
  {
    name: 'SQLite logs no edits',
    promise: 1,
    file: 'src/server/database/sqlite/migrations/001-board.sql',
    search: 'after update on "Thoughts-Data" begin',
    replace: 'after update of "uName" on "Thoughts-Data" begin',
    seenBy:
      'node src/server/thoughts/thought-store.test.ts: edits of one thought at the same time are logged in the order they were stored',
  },
  {
    name: 'PostgreSQL numbers changes one too low',
    promise: 4,
    file: 'src/server/database/postgres/migrations/001-board.sql',
    search: 'number - added + row_number() over ()',
    replace: 'number - added + row_number() over () - 1',
    seenBy: 'postgres src/server/live/change-feed.test.ts: what followed a position is known',
  },
  {
    name: 'PostgreSQL’s servers write without taking turns',
    promise: 22,
    file: 'src/server/database/postgres/writer.ts',
    search: ' from "log-end" for update',
    replace: ' from "log-end"',
    seenBy:
      'postgres src/server/database/postgres/open-postgres.test.ts: add in one order, in times and in the log, and a reader sees each change once',
  },
  {
    name: 'the newest page is kept after a change',
    promise: 4,
    file: 'src/server/thoughts/newest-page.ts',
    search: 'if (last !== null && (await log.position()) === last.position)',
    replace: 'if (last !== null && last.position === last.position)',
    seenBy:
      'node src/server/thoughts/newest-page.test.ts: who asks after a commit that came while the page was read gets a page with it',
  },
  {
    name: 'the rules let a thought be deleted without a tombstone',
    promise: 7,
    file: 'firebase/firestore.rules',
    search: `
        && existsAfter(/databases/$(database)/documents/Deleted-Thoughts/$(textID));`,
    replace: ';',
    seenBy:
      'node tests/firebase/access-by-rules.test.ts: refuse to delete a thought without leaving a tombstone',
  },
  {
    name: 'an own add that was edited elsewhere counts as refused',
    promise: 7,
    file: 'src/client/writing/operations/add.ts',
    search: "problemCodeOf(reason) === 'conflict'",
    replace: "problemCodeOf(reason) === 'forbidden'",
    seenBy:
      'node src/client/writing/sender.test.ts: takes an id that is in use for an earlier try that arrived',
  },
  {
    name: 'the second of two hurried presses presses what came under it',
    promise: 11,
    file: 'src/client/input/click-guard.ts',
    search: 'at - last.at < DEAF_MS',
    replace: 'at - last.at < 0',
    seenBy:
      'node src/client/input/click-guard.test.ts: what a press brings under the pointer is deaf for 250 ms, and does not look pressed',
  },
  {
    name: 'a click after a closing dialog presses what was behind it',
    promise: 11,
    file: 'src/client/input/click-guard.ts',
    search: "['close', UNCOVERED]",
    replace: '[UNCOVERED]',
    seenBy: 'node src/client/input/click-guard.test.ts: what went by "',
  },
];
