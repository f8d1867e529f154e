export const LIMITS = `
src/server/http/listen.ts:
answers that a stranger asks for by thousands and never reads fill the memory (23)
  - if (pendingOn(socket) >= PENDING_LIMIT) return void socket.destroy();
  seen by node src/server/http/listen.test.ts: one more closes it
src/shared/thought.ts:
a text of 150 characters is too long (12)
  - text.length > TEXT_LIMIT
  + text.length >= TEXT_LIMIT
  seen by node tests/text-limit.test.ts
characters that are never drawn count as a text (12)
  - \\p{Default_Ignorable_Code_Point}\\u2800
  + \\u2800
  seen by node src/shared/thought.test.ts: a text of nothing but
half a character is stored (12)
  - [\\p{Surrogate}\\0]
  + [\\0]
  seen by node src/shared/thought.test.ts: is left out of a text
firebase/firestore.rules:
the rules take 150 emoji (12)
  - 'xx'
  + 'x'
  seen by node tests/firebase/access-by-rules.test.ts
one last add serves for any number of adds in a commit (13)
  - .data.textID == textID
  + .data.addedAt == request.time
  seen by node tests/firebase/paced-rules.test.ts
where adds are held apart, anybody keeps anybody else from adding (13)
  - return isSignedIn() && uid == request.auth.uid
  -         && last.keys()
  + return isSignedIn()
  +         && last.keys()
  seen by node tests/firebase/paced-rules.test.ts
who dates their last add back adds as fast as they like (23)
  - && isTextID(last.textID)
  -         && last.addedAt == request.time;
  + && isTextID(last.textID);
  seen by node tests/firebase/paced-rules.test.ts
src/client/backend/firebase/send-write.ts:
an add just after another is refused where adds are held apart (7)
  - if (arePaced) await pause(PACE_MS);
  seen by browser tests/firebase/paced.browser.test.ts
src/server/thoughts/thought-routes.ts:
an edit may be blank (12)
  - for (const text of [request.body.text, request.body.baseText]) requireText(text);
  seen by node tests/server-access.test.ts: the access matrix on our own server
src/shared/wire.ts:
an author may be named in a body (13)
  - AddBody = v.strictObject(
  + AddBody = v.object(
  seen by node tests/server-access.test.ts: the access matrix on our own server
src/server/http/create-app.ts:
a body may be a thousand times as large (23)
  - bodyLimit: BODY_LIMIT_BYTES,
  + bodyLimit: BODY_LIMIT_BYTES * 1_024,
  seen by node src/server/app.test.ts: adding with
a limit asks to wait for hours (23)
  - Math.ceil(wait / 1_000)
  + Math.ceil(wait)
  seen by node src/server/auth/request-limits.test.ts: a refusal says when to try again
a server that is busy does not say when to come back (20)
  - code === 'unavailable' ? RETRY_AFTER_MS
  + code === 'internal' ? RETRY_AFTER_MS
  seen by node src/server/auth/sign-in-routes.test.ts: an issuer out of reach is unavailable, said in the log
pages may run scripts that stand in them (15)
  - "script-src 'self'"
  + "script-src 'self' 'unsafe-inline'"
  seen by node tests/security/headers.test.ts: ASVS 3.4, 3.5.8, 4.1.1, 13.4.2
src/server/http/guards.ts:
a page of a neighbouring host may write (15)
  - site === 'same-origin'
  + site !== 'cross-site'
  seen by node tests/security/cross-site.test.ts
browsers may keep private answers (16)
  - void reply.header('cache-control', 'no-store');
  + void reply.header('cache-control', 'max-age=60');
  seen by node tests/security/headers.test.ts: ASVS 3.4, 3.5.8, 4.1.1, 13.4.2
src/server/app.ts:
the dashboard shows milliseconds as seconds (20)
  - delivery.observe(seconds)
  + delivery.observe(seconds * 1_000)
  seen by node src/server/http/metrics.test.ts: deliveries are timed from the commits
another site may start a sign-in (15)
  - hookOf(forbidCaching, refuseCrossSiteWrites(publicURL), limit));
  + hookOf(forbidCaching, limit));
  seen by node tests/security/cross-site.test.ts: is refused from every other site
src/server/auth/request-limits.ts:
a limit refuses one request too early (23)
  - count.used >= max
  + count.used + 1 >= max
  seen by node src/server/auth/request-limits.test.ts: the fourth add of a person is refused, another person’s first is not
each address of one network has a limit of its own (23)
  - NETWORK_GROUPS = 4
  + NETWORK_GROUPS = 8
  seen by node src/server/auth/request-limits.test.ts: counts for
src/server/http/metrics.ts:
the metrics answer strangers (15)
  - if (isHidden || !isAllowed(ip, 0))
  + if (isHidden)
  seen by node src/server/http/metrics.test.ts: the metrics are for callers from METRICS_ALLOW, whatever a proxy calls them
totals of metrics grow by being asked for (20)
  - this.reset();
  seen by node src/server/http/metrics.test.ts: the metrics count what a server has done
src/server/live/stream-hub.ts:
ten dead streams shut a person out (2)
  - streams.end(streams.surplusOf(stream.uid), () => closingFor(MADE_ROOM_MS));
  seen by node src/server/live/live-routes.test.ts: the eleventh stream of a person ends their oldest
a reader that never reads is never dropped (23)
  - buffered > BUFFER_LIMIT_BYTES ||
  + buffered > TOTAL_BUFFER_LIMIT_BYTES ||
  seen by node src/server/live/stream-hub.test.ts: a reader that takes nothing is dropped, and the others are served
a crowd that comes back while memory is short is sent all that it missed (23)
  - isShort ? undefined : after
  + isShort ? after : after
  seen by node src/server/live/stream-hub.test.ts: and nothing is replayed meanwhile
src/server/live/stream-connection.ts:
a stream that has ended lasts as long as its reader likes (23)
  - setTimeout(() => this.destroy(), END_TIMEOUT_MS).unref();
  seen by node src/server/live/stream-connection.test.ts
src/server/config.ts:
wrong settings are told one at a time (24)
  - v.safeParse(schema, texts)
  + v.safeParse(schema, texts, { abortEarly: true })
  seen by node src/server/config.test.ts: together with every other
src/server/http/log.ts:
a refusal that is repeated is not counted (14)
  -     void metrics.then(({ refusals }) => refusals.inc({ code }));
  +     if (logged.size === 0) void metrics.then(({ refusals }) => refusals.inc({ code }));
  seen by node src/server/http/metrics.test.ts: the metrics count what a server has done
src/server/auth/local-accounts/local-accounts.ts:
the library for the local accounts answers without our headers (15)
  -     for (const [name, value] of Object.entries(reply.getHeaders()))
  -       reply.raw.setHeader(name, String(value));
  seen by node src/server/auth/local-accounts/local-accounts.test.ts: what the library answers has the headers of every answer
`;
