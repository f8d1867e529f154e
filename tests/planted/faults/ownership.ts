import type { Fault } from '#tests/planted/fault.ts';

export const OWNERSHIP: readonly Fault[] = [
  {
    name: 'an edit of another’s thought is written',
    promise: 13,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"textID" = ?2 and "uID" = ?3',
    replace: '"textID" = ?2 and cast(?3 as text) is not null',
    seenBy: 'node tests/server-access.test.ts: the access matrix on our own server',
  },
  {
    name: 'a delete of another’s thought is carried out',
    promise: 13,
    file: 'src/server/thoughts/thought-store.ts',
    search: '"textID" = ?1 and "uID" = ?2',
    replace: '"textID" = ?1 and cast(?2 as text) is not null',
    seenBy: 'node tests/server-access.test.ts: the access matrix on our own server',
  },
  {
    name: 'a write meant for another person is taken',
    promise: 15,
    file: 'src/server/auth/session-hooks.ts',
    search: 'if (author !== uid)',
    replace: "if (author === '')",
    seenBy:
      'node src/server/thoughts/thought-routes.test.ts: what is meant for another person than the one signed in is refused',
  },
  {
    name: 'the own list holds everybody’s thoughts',
    promise: 4,
    file: 'src/server/thoughts/thought-routes.ts',
    search: "uID: author === 'me' ? sessionOf(request).user.uid : undefined,",
    replace: 'uID: undefined,',
    seenBy:
      'node src/server/thoughts/thought-routes.test.ts: of one’s own leaves out everyone else’s',
  },
  {
    name: 'a session that was signed out stays in memory',
    promise: 14,
    file: 'src/server/auth/session-store.ts',
    search: 'cache.forget(id);',
    replace: '',
    seenBy:
      'node src/server/auth/session-store.test.ts: a session that is revoked is gone at once, before that is on disk',
  },
  {
    name: 'streams go on after a sign-out',
    promise: 14,
    file: 'src/server/app.ts',
    search: 'onRevoked: hub.endSession,',
    replace: 'onRevoked: () => {},',
    seenBy:
      'node src/server/live/live-routes.test.ts: signing out ends the session’s streams at once',
  },
  {
    name: 'a busy session never ends',
    promise: 14,
    file: 'src/server/auth/session-store.ts',
    search: 'createdAt <= now - SESSION_TTL_MS ||',
    replace: 'createdAt <= now - SESSION_TTL_MS &&',
    seenBy:
      'node src/server/auth/session-store.test.ts: a session ends to the millisecond: 14 days after its last use, 90 after it began',
  },
  {
    name: 'a session in daily use is not noted as in use',
    promise: 14,
    file: 'src/server/auth/session-store.ts',
    search: 'now() - found.lastSeenAt >= HOUR_MS',
    replace: 'now() - found.lastSeenAt >= IDLE_TTL_MS',
    seenBy:
      'node src/server/auth/session-store.test.ts: a session ends to the millisecond: 14 days after its last use, 90 after it began',
  },
  {
    name: 'the rules let everybody edit',
    promise: 13,
    file: 'firebase/firestore.rules',
    search: 'allow update: if isAuthor(resource.data)',
    replace: 'allow update: if isSignedIn()',
    seenBy: 'node tests/firebase/access-by-rules.test.ts',
  },
  {
    name: 'the rules let everybody delete',
    promise: 13,
    file: 'firebase/firestore.rules',
    search: 'allow delete: if isAuthor(resource.data)',
    replace: 'allow delete: if isSignedIn()',
    seenBy: 'node tests/firebase/access-by-rules.test.ts',
  },
  {
    name: 'the rules let an author change the time',
    promise: 13,
    file: 'firebase/firestore.rules',
    search: "hasOnly(['text'])",
    replace: "hasOnly(['text', 'createdAt'])",
    seenBy: 'node tests/firebase/access-by-rules.test.ts',
  },
  {
    name: 'PostgreSQL does not tell whose sessions ended',
    promise: 22,
    file: 'src/server/database/postgres/migrations/001-board.sql',
    search: `perform pg_notify('people', old."uid");`,
    replace: `perform pg_notify('people', '');`,
    seenBy:
      'postgres src/server/database/postgres/open-postgres.test.ts: is whose session another has ended, and no word of those it ended itself',
  },
  {
    name: 'a sign-out without a network leaves the lists on an installed board',
    promise: 8,
    file: 'public/service-worker.js',
    search: "event.waitUntil(caches.delete('person'));",
    replace: '',
    seenBy:
      'chromium tests/e2e/offline-start.spec.ts: keeps nothing for who comes after a sign-out, also one made without a network',
  },
];
