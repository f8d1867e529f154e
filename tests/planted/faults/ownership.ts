export const OWNERSHIP = `
src/server/thoughts/thought-store.ts:
an edit whose version was foreseen overwrites another device’s (10)
  - and "text" = :baseText
  seen by node src/client/backend/http/http.test.ts
an edit of another’s thought is written (13)
  - "textID" = :textID and "uID" = :uID and
  + "textID" = :textID and cast(:uID as text) is not null and
  seen by node tests/server-access.test.ts: the access matrix on our own server
a delete of another’s thought is carried out (13)
  - delete from "Thoughts-Data" where "textID" = :textID and "uID" = :uID
  + delete from "Thoughts-Data" where "textID" = :textID and cast(:uID as text) is not null
  seen by node tests/server-access.test.ts: the access matrix on our own server
src/server/auth/browser-sessions.ts:
a write meant for another person is taken (15)
  - if (author !== uid)
  + if (author === '')
  seen by node tests/security/audit-log.test.ts: or for another person, is logged
src/server/thoughts/thought-routes.ts:
the own list holds everybody’s thoughts (4)
  - uID: author === 'me' ? sessionOf(request).user.uid : undefined,
  + uID: undefined,
  seen by node src/client/backend/http/http.test.ts
src/server/auth/session-store.ts:
a clock that is weeks ahead ends every session (14)
  - if (isBelieved) await
  + if (isBelieved || lastUse) await
  seen by node src/server/auth/purge-hourly.test.ts: a server that starts with its clock three weeks ahead
a full disk stops the server as soon as somebody reads (20)
  - database.write({ sql: TOUCH, parameters }).catch(() => {
  + database.write({ sql: TOUCH, parameters }).then(() => {
  seen by node src/server/auth/session-store.test.ts: while nothing can be written a session is found
a session stays in memory whose sign-out got no answer (14)
  - .finally(() => cache.forget(id))
  + .then((rows) => (cache.forget(id), rows))
  seen by node src/server/auth/session-store.test.ts: one that is revoked is not kept in memory
streams end while the database can’t be read (20)
  - Promise.all(batch.map(find))
  + Promise.all(batch.map((id) => find(id).catch(() => null)))
  seen by node src/server/auth/session-store.test.ts: but while nothing can be read, none
another browser of a person writes by their former name (13)
  - if (uids === null || uids.has(user.uid)) cache.delete(id);
  seen by node src/server/auth/session-store.test.ts: a person whose name has changed has the new one in all their sessions
a session that was signed out stays in memory (14)
  - .finally(() => cache.forget(id))
  seen by node tests/security/session-cookie.test.ts: and its token opens nothing
a busy session never ends (14)
  - createdAt <= now - SESSION_TTL_MS ||
  + createdAt <= now - SESSION_TTL_MS &&
  seen by node src/server/auth/session-store.test.ts: a session ends to the millisecond: 14 days after its last use, 90 after it began
a session in daily use is not noted as in use (14)
  - now() - found.lastSeenAt >= HOUR_MS
  + now() - found.lastSeenAt >= IDLE_TTL_MS
  seen by node src/server/auth/session-store.test.ts: a session ends to the millisecond: 14 days after its last use, 90 after it began
src/client/backend/firebase/account.ts:
on Firebase a text goes out in the name of whoever is signed in (8)
  - if (user?.uid !== uid) throw new Problem('signed-out');
  + if (user === null) throw new Problem('signed-out');
  seen by browser tests/firebase/contract.browser.test.ts
firebase/firestore.rules:
the rules let everybody edit (13)
  - allow update: if isAuthor(resource.data)
  + allow update: if isSignedIn()
  seen by node tests/firebase/access-by-rules.test.ts
the rules let everybody delete (13)
  - allow delete: if isAuthor(resource.data)
  + allow delete: if isSignedIn()
  seen by node tests/firebase/access-by-rules.test.ts
the rules let an author change the time (13)
  - hasOnly(['text'])
  + hasOnly(['text', 'createdAt'])
  seen by node tests/firebase/access-by-rules.test.ts
src/server/database/postgres/migrations/001-board.sql:
PostgreSQL does not tell whose sessions ended (22)
  - create trigger "session-ended" after delete on "sessions"
  -   referencing old table as "changed" for each statement execute function "log people"();
  seen by postgres src/server/live/change-feed.test.ts: is known, whichever process did it
src/server/database/sqlite/migrations/001-board.sql:
SQLite does not tell whose names changed (13)
  - create trigger "person-changed" after update on "users" begin
  -   insert into "people-changes" ("uid") values (old."uid");
  - end;
  seen by node src/server/live/change-feed.test.ts: is known, whichever process did it
src/server/live/stream-hub.ts:
streams go on after a sign-out (14)
  - streams.endInvalid([...uids].flatMap(streams.ofUser))
  + Promise.resolve()
  seen by node src/server/live/live-routes.test.ts: signing out ends the session’s streams at once
src/server/live/change-feed.ts:
who signs out after a takeover keeps their streams (14)
  - recent = createRecentChanges(tail);
  -       lastPerson = 0;
  + recent = createRecentChanges(tail);
  seen by node src/server/live/change-feed.test.ts: and later ends are known
who is signed out still gets what the same transaction adds (14)
  - await listener?.onPeople(tail.people);
  + void listener?.onPeople(tail.people);
  seen by node src/server/live/live-routes.test.ts: who is signed out gets nothing more
a session that ended unseen, before a standby took over, goes on (22)
  - events.emit('people', null);
  seen by node src/server/live/change-feed.test.ts: the content was replaced, anybody’s session may have ended
src/server/thoughts/change-log.ts:
of many sessions that end together some go on (22)
  - return isGap ? null :
  + return isGap ? new Set() :
  seen by node src/server/live/change-feed.test.ts: anybody’s session may have ended
src/client/browser/renew-page.ts:
a page from the history shows the board of somebody who has left (16)
  - || storedUser() === userAtHide
  + || storedUser() !== null
  seen by node src/client/browser/renew-page.test.ts: a page that comes back from the history
src/client/browser/offline-start.ts:
a sign-out without a network leaves the lists on an installed board (16)
  - account.subscribe(forgetOthers);
  seen by chromium tests/e2e/offline-start.spec.ts: keeps nothing for the next person after a sign-out without a network
a list that was on its way at a sign-out is kept (16)
  - if (!page.ok || user === null || user.uid !== stored?.uid) return;
  + if (!page.ok || user === null) return;
  seen by chromium tests/e2e/offline-start.spec.ts: keeps nothing that was on its way when another tab signed out
a server that can't answer takes the kept list away (16)
  - if (!page.ok || user === null || user.uid
  + if (user === null || user.uid
  seen by chromium tests/e2e/offline-start.spec.ts: opens without a network with what it last showed
an installed board keeps the list of whoever was there before (16)
  - name !== but)
  + but === null)
  seen by chromium tests/e2e/offline-start.spec.ts: keeps nothing of a person whose place somebody else has taken
a tab opens offline as whoever uses the installed board (16)
  - !serviceWorker?.controller || isInstalled(storage)
  + !serviceWorker?.controller || true
  seen by chromium tests/e2e/offline-start.spec.ts: leaves nothing to a tab, which itself keeps nothing
a page of a proxy takes the place of the kept board (16)
  - !page.ok || !html.includes(BUILD)
  + !page.ok
  seen by chromium tests/e2e/offline-start.spec.ts: is the build that the server has, whole, and never something else that answers
people's pictures are kept with the files of a build (16)
  - && BUILT.test(pathname)
  + && !pathname.startsWith('/api/')
  seen by chromium tests/e2e/offline-start.spec.ts: keeps nothing for the next person after a sign-out without a network
`;
