export const SIGN_IN = `
src/server/auth/local-accounts/interaction-page.ts:
an account that is chosen after a restart gets an error and no way on (24)
  - .catch(() => '/login')
  seen by node src/server/auth/local-accounts/local-accounts.test.ts: leads back to the login screen where no sign-in is under way
src/server/auth/local-accounts/local-accounts.ts:
a person who may not use the local accounts reads a code (24)
  - request.headers['sec-fetch-mode'] === 'navigate'
  + request.headers['sec-fetch-mode'] === 'none'
  seen by node src/server/auth/local-accounts/local-accounts.test.ts: is told why it may not use
src/server/auth/local-accounts/admission.ts:
whoever asks gets the local accounts that a secret link is for (14)
  - if (isSecret(cookie.read(request) ?? '')) return;
  + if (isSecret(cookie.read(request) ?? secret)) return;
  seen by node src/server/auth/local-accounts/admission.test.ts: without the secret is refused
src/server/auth/relying-party.ts:
the signature of an identity token is not checked (14)
  - execute: [client.enableNonRepudiationChecks, ...insecure],
  + execute: insecure,
  seen by node src/server/auth/relying-party.test.ts: a sign-in is refused
sign-in goes without PKCE (14)
  - code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
  -         code_challenge_method: 'S256',
  seen by node src/server/auth/relying-party.test.ts: asks the issuer with PKCE, a state, a nonce, and no more than it needs
an identity token from the future is taken (14)
  - iat > Date.now() / 1000 + CLOCK_TOLERANCE_S
  + iat > Date.now() + CLOCK_TOLERANCE_S
  seen by node src/server/auth/relying-party.test.ts: a sign-in is refused
src/server/auth/sign-in-routes.ts:
a failed sign-in is not logged (14)
  - auditLog(request).warn({ reason: summarizeError(error) }
  + request.log.debug({ reason: summarizeError(error) }
  seen by node src/server/auth/sign-in-routes.test.ts: a second time
sign-ins that are begun again and again grow a cookie that is too large (24)
  - FLOWS_PER_BROWSER = 4
  + FLOWS_PER_BROWSER = 40
  seen by node src/server/auth/sign-in-routes.test.ts: begun again and again leaves a short cookie
a sign-in that failed can be finished later (14)
  -       if (others.length === 0) cookie.clear(reply);
  -       else cookie.set(reply, JSON.stringify(others));
  -       const identity = identityFrom(issuer, await relyingParty.finish(returned, flow));
  + const identity = identityFrom(issuer, await relyingParty.finish(returned, flow));
  +       if (others.length === 0) cookie.clear(reply);
  +       else cookie.set(reply, JSON.stringify(others));
  seen by node src/server/auth/sign-in-routes.test.ts: a second time
src/server/auth/private-cookie.ts:
scripts can read the session cookie (15)
  - httpOnly: true
  + httpOnly: false
  seen by node tests/security/session-cookie.test.ts: scripts cannot read it
the session cookie comes with requests of other sites (15)
  - sameSite: 'lax'
  + sameSite: 'none'
  seen by node tests/security/session-cookie.test.ts: it does not come along on requests of other sites
the session cookie travels without encryption (15)
  - publicURL.startsWith('https:')
  + publicURL.startsWith('https://localhost')
  seen by node tests/security/session-cookie.test.ts: the session cookie travels over https only
everybody is signed out when the browser is closed (14)
  - { ...attributes, maxAge }
  + attributes
  seen by node tests/security/session-cookie.test.ts: outlives the browser
src/server/auth/browser-sessions.ts:
a sign-out that failed forgets the session, which goes on (14)
  - if (id !== null && (await revoke(request, id))) cookie.clear(reply);
  + if (id !== null) cookie.clear(reply);
  +       if (id !== null) await revoke(request, id);
  seen by node src/server/auth/browser-sessions.test.ts: a sign-in or a sign-out that can
a sign-out signs out whoever has come since (14)
  - if (request.session !== null) refuseOthers(request.session, request);
  seen by node src/server/auth/browser-sessions.test.ts: a sign-out ends the session of the person it names
a late repeat of a sign-out signs out whoever has come since (14)
  - if (id !== null && (await revoke(request, id))) cookie.clear(reply);
  + if (id !== null && (await revoke(request, id), true)) cookie.clear(reply);
  seen by node src/server/auth/browser-sessions.test.ts: a sign-out ends the session of the person it names
a new sign-in leaves the browser’s former session alive (14)
  - if (previous !== null)
  + if (previous === '')
  seen by node tests/security/session-cookie.test.ts: signing in gives a new token and ends the old session
a new sign-in does not wait for the end of the former session (14)
  - if (previous !== null) await revoke(
  + if (previous !== null) void revoke(
  seen by node src/server/auth/browser-sessions.test.ts: a sign-in or a sign-out that can
src/server/auth/session-store.ts:
sessions outlive a change of the issuer (14)
  - "sessions"."issuer" = :issuer
  + cast(:issuer as text) is not null
  seen by node src/server/auth/session-store.test.ts: a session is found only by the issuer that it was started with
a session begun while its person is blocked comes alive later (14)
  - where :uid not in (select "uid" from "blocked") returning
  + where true returning
  seen by node src/server/auth/session-store.test.ts: has no session when they are unblocked
a session that is used while it is being revoked goes on (14)
  -       const written = database.write<[{ uid: string }]>(deletion).finally(() => cache.forget(id));
  + cache.forget(id);
  +       const written = database.write<[{ uid: string }]>(deletion);
  seen by node src/server/auth/session-store.test.ts: a session that is read while it is being revoked
sessions in daily use end after two weeks (14)
  - lastBegun: day - SESSION_TTL_MS
  + lastBegun: day - IDLE_TTL_MS
  seen by node src/server/auth/purge-hourly.test.ts: a server deletes expired sessions
src/server/auth/identity.ts:
a blocked person has another name after a sign-in (14)
  - where :uid not in (select "uid" from "blocked")
  + where true
  seen by processes src/server/operator/people.test.ts: keeps them out, from their pages and from signing in, until they are unblocked
each sign-in counts as the first (24)
  - "lastSignInTime" = :now, "issuer" = :issuer
  + "lastSignInTime" = :now, "creationTime" = :now, "issuer" = :issuer
  seen by node src/server/auth/identity.test.ts: a further sign-in changes the last one, not the first
src/server/operator/people.ts:
sessions that have ended are counted in the list of people (14)
  - filter (where "createdAt" > :lastBegun and "lastSeenAt" > :lastUsed)
  + filter (where "createdAt" > :lastBegun or "lastSeenAt" > :lastUsed)
  seen by processes src/server/operator/people.test.ts: people are listed with what an operator needs to know
src/server/operator/main.ts:
a name does something to the terminal of an operator (15)
  -     return \`\${describePerson(person)} may sign in again.\`;
  + return \`\${person.displayName} may sign in again.\`;
  seen by processes src/server/operator/people.test.ts: what people call themselves does nothing to a terminal
src/server/http/log.ts:
the log holds sign-in codes (15)
  - url.split('?')[0] ?? url
  + url
  seen by node src/server/app.test.ts: a failure of ours is a plain 500, logged once, and says nothing of itself
src/client/state/account.ts:
another tab signs out before what is left is sent (7)
  - leave((ended) => pause(OTHER_TAB_WAIT_MS, ended))
  + leave()
  seen by node src/client/state/account.test.ts: another tab leaves a sign-out to the tab that asked for it
a page waits for its first thoughts for ever (1)
  - await Promise.race([isLoaded, pause(timeout)]);
  + await isLoaded;
  seen by node src/client/state/account.test.ts: a page waits for its first thoughts only so long
a page goes on sending what the last person wrote, in the name of the next (13)
  - before?.close();
  seen by node src/client/state/account.test.ts: a sign-out holds at once and is retried until it is carried out
a sign-out made offline is forgotten (14)
  - await backend.signOut(uid)
  + storage.removeItem(STORAGE_KEYS.signOut); await backend.signOut(uid)
  seen by node src/client/state/account.test.ts: a sign-out holds at once and is retried until it is carried out
what a person sends at their sign-out goes on when the next one is here (8)
  - if (user !== null) lastSending.abort();
  seen by node src/client/state/account.test.ts: a sign-in ends what a sign-out still sends
a sign-out that is carried out takes along the one that the next person asks for (14)
  - if (leaver() === uid) storage
  + storage
  seen by node src/client/state/account.test.ts: leaves the one that the next person has asked for meanwhile
src/client/backend/http/http-backend.ts:
a session that ended elsewhere goes on here (14)
  - if (problemCodeOf(error) === 'signed-out') session.refresh();
  seen by node src/client/backend/http/http-backend.test.ts: refused for want of a session asks again who is signed in
a hidden tab does not notice that its session has ended (14)
  - new ChangeSource(browser, sendAsUser, session.refresh)
  + new ChangeSource(browser, (...request) => send(browser, ...request), session.refresh)
  seen by node src/client/backend/http/http-backend.test.ts: refused for want of a session asks again who is signed in
src/client/backend/firebase/firebase-backend.ts:
an IndexedDB that never answers keeps a hosted board on its shell (20)
  - , hideHangingIndexedDB()]
  + ]
  seen by firebase tests/e2e/firebase/firebase-sign-in.spec.ts: a browser whose IndexedDB never answers signs in after some seconds
firebase/firestore.rules:
the rules let in whom a password signs in (14)
  - && request.auth.token.firebase.sign_in_provider == 'google.com';
  + ;
  seen by node tests/firebase/access-by-rules.test.ts: refuse people whom the provider
src/shared/lazy.ts:
an issuer that was out of reach once is so until a restart (20)
  - made = null;
  seen by node src/server/auth/sign-in-routes.test.ts: until the next sign-in finds it
src/client/ui/router.tsx:
Back leads from the feed to the login screen (16)
  - navigate(to, true), [to]
  + navigate(to), [to]
  seen by dom src/client/ui/app.test.tsx: a signed-in person at the login screen is sent to the feed
src/client/ui/pages/profile-page.tsx:
Confirm leaves what is under way to the next visit (7)
  - signOut(board.flush)
  + signOut()
  seen by dom src/client/ui/pages/profile-page.test.tsx: Confirm sends what is under way before it signs out
src/server/app.ts:
a thought whose upload lasts is stored after its writer was signed out (14)
  -       signedIn.addHook('preHandler', browserSessions.requireStillValid);
  seen by node src/server/auth/browser-sessions.test.ts: a thought whose last bytes come
src/client/state/board.ts:
a page goes on asking for the lists of who has signed out (16)
  - [...lists, sender, ledger]
  + [sender, ledger]
  seen by node src/client/state/board.test.ts: a board that is closed follows none of its lists
src/client/ui/pages/login-page.tsx:
nothing says why a sign-in could not begin (14)
  - console.error('Signing in failed', error);
  + void error;
  seen by dom src/client/ui/pages/login-page.test.tsx: is visibly answered, and only logged
src/client/backend/firebase/problem.ts:
whose account Google has closed is asked to sign in by nobody (14)
  - 'auth/user-disabled': 'signed-out',
  seen by node src/client/backend/firebase/problem.test.ts: has to sign in again
public/first-paint.js:
who comes back from signing in sees the login screen once more (16)
  - isBack || localStorage
  + localStorage
  seen by node src/client/browser/first-paint.test.ts: who comes back from signing in
`;
