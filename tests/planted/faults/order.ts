export const ORDER = `
src/client/ui/components/list/chunks.ts:
a card that moved down the list is shown where it was (4)
  - Math.max(number, numbers.get(textID) ?? number)
  + (numbers.get(textID) ?? number)
  seen by node src/client/ui/components/list/chunks.test.ts: a card that moves down the list
a list that grows one by one is laid out as a whole (6)
  - - first - 1;
  + - 1;
  seen by node src/client/ui/components/list/chunks.test.ts: cards that come in at the top one by one
src/client/state/writing/cards.ts:
a key in one card draws all that anything was written for (6)
  - isSame ? previous : made
  + made
  seen by node src/client/state/writing/ledger.test.ts: a key makes a new card only of the one in which it is typed
src/client/state/writing/entry.ts:
a new page shows an older text that was accepted before a newer one (7)
  - inOrder(entries.filter(({ state }) => state === 'acknowledged'))
  + entries.filter(({ state }) => state === 'acknowledged')
  seen by node src/client/state/writing/ledger.test.ts: is shown in the order asked for, by a new page too
src/client/state/writing/reduce.ts:
two writes of one moment change places on a new page (7)
  - Math.max(context.now, ...later)
  + context.now
  seen by node src/client/state/writing/ledger.test.ts: is shown in the order asked for, by a new page too
src/server/thoughts/thought-routes.ts:
the profile page lists the thoughts of all people (4)
  - if (author === undefined && before
  + if (before
  seen by node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat
an older page of the usual size is the newest one (4)
  - author === undefined && before === undefined && limit
  + author === undefined && limit
  seen by node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat
src/client/ui/router.tsx:
Back from far down leads far down another page (5)
  - scrollToTop();
  seen by dom src/client/ui/app.test.tsx: by the brand leads home to the heading, and adds nothing to the history when already there
Back changes the address, and not the page (5)
  - currentPath() !== shown.get() && showPage()
  + currentPath() !== shown.get()
  seen by dom src/client/ui/app.test.tsx: by the brand leads home to the heading, and adds nothing to the history when already there
src/server/thoughts/thought-store.ts:
an older page begins with the thought before it (4)
  - ("createdAt", "textID") < (
  + ("createdAt", "textID") <= (
  seen by node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat
thoughts of one moment have another order (4)
  - "textID" desc limit :limit
  + "textID" limit :limit
  seen by node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat
a clock that was set back puts a thought below others (4)
  - select max("createdAt") + 1
  + select min("createdAt") + 1
  seen by node src/server/thoughts/thought-store.test.ts: thoughts added at the same time keep the order they were sent in
one date from the future drags all later thoughts along (4)
  - where "createdAt" <= \${now} + \${CLOCK_DIFFERENCE_MS}
  + where \${now} > 0
  seen by node src/server/thoughts/thought-store.test.ts: a date from further ahead, from a clock that was wrong for one add, does not move later thoughts
a late copy of an add brings a deleted thought back (7)
  - where not exists (select 1 from "tombstones" where "textID" = :textID)
  + where true
  seen by node src/client/backend/http/http.test.ts
a delete that overtakes its add leaves no tombstone (7)
  - where not exists (select 1 from "Thoughts-Data" where "textID" = :textID)
  + where exists (select 1 from "Thoughts-Data" where "textID" = :textID)
  seen by node src/client/backend/http/http.test.ts
an edit overwrites a newer version (10)
  - "version" = :baseVersion
  -     and "text" = :baseText
  + true
  seen by node src/client/backend/http/http.test.ts
an edit that changed nothing is acknowledged (10)
  - if (found.text !== text)
  + if (found.text === '')
  seen by node src/client/backend/http/http.test.ts
a repeated add is refused (7)
  - if (found.text !== text) throw new Problem('conflict');
  + throw new Problem('conflict');
  seen by node src/client/backend/http/http.test.ts
src/server/database/postgres/open-postgres.ts:
PostgreSQL’s default isolation refuses concurrent adds (22)
  - begin transaction isolation level read committed
  + begin
  seen by postgres src/server/database/postgres/open-postgres.test.ts: servers that start and add at the same time
PostgreSQL’s servers write without taking turns (22)
  -  from "log-end" for update
  +  from "log-end"
  seen by postgres src/server/database/postgres/open-postgres.test.ts: add in one order, in times and in the log, and a reader sees each change once
src/server/database/sqlite/migrations/001-board.sql:
SQLite logs no edits (1)
  - after update on "Thoughts-Data" begin
  + after update of "uName" on "Thoughts-Data" begin
  seen by node src/server/thoughts/thought-store.test.ts: edits of one thought at the same time are logged in the order they were stored
src/server/database/postgres/migrations/001-board.sql:
PostgreSQL numbers changes one too low (4)
  - number - added + row_number() over ()
  + number - added + row_number() over () - 1
  seen by postgres src/server/live/change-feed.test.ts: the changes after a position are known
src/server/thoughts/newest-page.ts:
the newest page is kept after a change (4)
  - .on('commit', renew).on('changes', renew);
  + .on('changes', () => {});
  seen by node src/server/thoughts/newest-page.test.ts: a request after a commit during the read gets a page with that commit
the newest page is not compressed (6)
  - br: await promisify(brotliCompress)(identity, BROTLI)
  + br: (await promisify(brotliCompress)(identity, BROTLI)) && null
  seen by node src/server/thoughts/newest-page.test.ts: also in Brotli
src/client/backend/firebase/writes.ts:
a deleted thought that a restored collection brought back can't be deleted (7)
  - if (stored?.exists()) changes.delete(target);
  + if (stored?.exists() && tombstone === 'none') changes.delete(target);
  seen by browser tests/firebase/adapter.browser.test.ts: a deleted thought that a restored collection brought back is deleted again
firebase/firestore.rules:
the rules let a thought be deleted without a tombstone (7)
  - && existsAfter(/databases/$(database)/documents/Deleted-Thoughts/$(textID));
  + ;
  seen by node tests/firebase/rules-matrix.test.ts: of several writes, the Firestore rules
src/client/state/writing/add.ts:
an own add that was edited elsewhere counts as refused (7)
  - problemCodeOf(reason) === 'conflict'
  + problemCodeOf(reason) === 'forbidden'
  seen by node src/client/state/writing/sender.test.ts: counts as done when its id is in use, because an earlier try arrived
src/client/browser/click-guard.ts:
the second of two hurried presses presses what came under it (11)
  - event.timeStamp - last.at < DOUBLE_TAP_MS
  + event.timeStamp - last.at < DOUBLE_TAP_MS / 2
  seen by node src/client/browser/click-guard.test.ts: a control that a press brings under the pointer is suppressed for 500 ms
the second press of a double one takes the focus from the field that the first has opened (11)
  - addEventListener('mousedown', keepFocus, options);
  seen by node src/client/browser/click-guard.test.ts: a control that a press brings under the pointer is suppressed for 500 ms
a click after a closing dialog presses what was behind it (11)
  - addEventListener('close', remember, options);
  seen by node src/client/browser/click-guard.test.ts: a control that comes up after a dialog closes is suppressed
a held Enter fills the dialog that it opens with lines (11)
  - target !== held || !(target instanceof HTMLTextAreaElement)
  + !(target instanceof HTMLTextAreaElement)
  seen by chromium tests/e2e/keyboard.spec.ts: a held Enter is one press
a double press on Edit presses Save, too (11)
  - name !== last.name
  + name === ''
  seen by node src/client/browser/click-guard.test.ts: a button that becomes another one under the pointer
a double press on a deleted text puts it back and away again (11)
  - control?.getAttribute('aria-label')
  + control?.getAttribute('title')
  seen by dom src/client/ui/pages/feed-page.test.tsx: a double press on the text that it offers puts that back, and keeps it
a double press on an address opens it twice (11)
  - const isGuarded = isNew || pointer.control?.matches(OPENERS) === true;
  + const isGuarded = isNew;
  seen by node src/client/browser/click-guard.test.ts: a link that opens a tab is suppressed once it has opened one
src/client/state/card-actions.ts:
an edit replaces what came in while it was typed (10)
  - typed?.base ?? baseOf(thought)
  + baseOf(thought)
  seen by dom src/client/ui/pages/feed-page.test.tsx: an edit of an outdated text comes back to its writer
src/client/ui/reading/reading-place.ts:
after Back the keyboard goes on at the top, and takes the list along (5)
  - if (activeElement?.matches('h1')) moveFocus
  + if (activeElement === card) moveFocus
  seen by chromium tests/e2e/reading.spec.ts: the place is restored after the profile and after a reload
after a pause in which others have written much the reader is at the top (5)
  - else list.grow();
  seen by node src/client/ui/reading/reading-place.test.ts: is sought further down, in 500 thoughts
the place after a jump is lost, because its cards are not rendered yet (5)
  - if (framesLeft > 0) frame
  + if (framesLeft > SETTLING_FRAMES) frame
  seen by node src/client/ui/reading/reading-place.test.ts: is kept after a jump
a place that is still sought takes a finger or the keyboard back to it (5)
  - ['wheel', 'touchstart', 'pointerdown', 'keydown']
  + ['wheel', 'pointerdown']
  seen by node src/client/ui/reading/reading-place.test.ts: is given up when the reader moves elsewhere
src/shared/thought.ts:
an older version takes the place of a newer one (4)
  - next.version < known.version
  + next.version < 0
  seen by node src/client/backend/http/live-window.test.ts: the higher of two versions stays, whichever comes last
thoughts of one moment have another order live than when they are read (4)
  - a.textID < b.textID ? 1 : a.textID > b.textID ? -1 : 0
  + a.textID < b.textID ? -1 : a.textID > b.textID ? 1 : 0
  seen by node src/server/thoughts/thought-routes.test.ts: goes through everything newest first, page by page, without gap or repeat
src/client/state/writing/merge.ts:
a cleared storage loses what waits (8)
  -  && entry.page !== page)
  + )
  seen by node src/client/state/writing/ledger.test.ts: what was written or typed there is stored again
two texts typed at once into one entry become one (8)
  - return [...replaced, changed(known, { id: context.newID })];
  + return replaced;
  seen by node src/client/state/writing/reduce.test.ts: two texts that two pages typed at once
src/client/state/writing/reduce.ts:
a write that a firewall refuses is retried for ever (9)
  - times + 1 >= BLOCKED_TIMES && now - since >= BLOCKED_MS
  + times + 1 >= BLOCKED_TIMES && now - since >= Infinity
  seen by node src/client/state/writing/reduce.test.ts
what something in between refused once is given up at its first try from then on (7)
  - , base: null, blocked: undefined }
  + , base: null }
  seen by node src/client/state/writing/reduce.test.ts: has its five tries again
src/client/backend/http/request.ts:
a write counts as refused where a proxy limits requests for some minutes (7)
  - 425, 429]
  + 425]
  seen by node src/client/backend/http/request.test.ts: what a proxy in between says of
`;
