export const OPERATION = `
a name that begins like an address of this computer passes for it (14)
  in src/server/http/addresses.ts
  - return address === '::1' || /^(::ffff:)?127(\\.\\d{1,3}){3}$/u.test(address);
  + return address === '::1' || /^127\\./u.test(address);
  seen by node src/server/config.test.ts: is another computer
a name that other programs set stops the start (24)
  in src/server/config.ts
  - LISTEN_HOST: v.optional(v.string(), 'localhost'),
  + LISTEN_HOST: v.fallback(v.literal('localhost'), 'localhost'), HOST: v.optional(v.literal('localhost')),
  seen by node src/server/config.test.ts: is no setting
two boards under one https name sign each other out (14)
  in src/server/auth/private-cookie.ts
  - __Host-thought-cloud-\${port || '443'}-\${name}
  + __Host-thought-cloud-\${name}
  seen by node src/server/auth/private-cookie.test.ts: have cookies of different names
a page at another address than the board’s can’t run, and does not say so (24)
  in src/server/http/addresses.ts
  - return headers.host !== undefined && headers.host !== home && !isForwarded(headers);
  + return headers.host === undefined && headers.host !== home && !isForwarded(headers);
  seen by node src/server/http/page.test.ts: says where the board is, and nothing else
a proxy that names a host of its own gets no board (24)
  in src/server/http/addresses.ts
  - headers.host !== home && !isForwarded(headers);
  + headers.host !== home;
  seen by node src/server/http/page.test.ts: a proxy that names a host of its own gets the board
forms may be sent to other sites (15)
  in src/server/http/create-app.ts
  - "form-action 'self'",
  seen by node tests/security/headers.test.ts: are these and no others
a tunnel’s header is not known as one (14)
  in src/server/http/addresses.ts
  - |cf-|true-client
  + |true-client
  seen by node src/server/auth/local-accounts/local-accounts.test.ts: the local accounts are refused
a planted link is followed by a backup (15)
  in src/server/database/durable-file.ts
  - 'wx', FILE_MODE
  + 'a', FILE_MODE
  seen by node src/server/database/durable-file.test.ts: a link that somebody has planted is not followed
a backup continues what a killed one has left (21)
  in src/server/database/durable-file.ts
  - \${crypto.randomUUID()}\`;
  -   // \`wx\` refuses an existing file, which may be a link that somebody has planted.
  -   closeSync(openSync(unfinished, 'wx', FILE_MODE));
  + \${process.pid}\`;
  +   closeSync(openSync(unfinished, 'a', FILE_MODE));
  seen by node src/server/database/durable-file.test.ts: a file is not mixed with what a killed command with the same process id left behind
what a signal ends leaves half a file (21)
  in src/server/database/durable-file.ts
  - ['SIGINT', 'SIGTERM', 'SIGHUP']
  + ['SIGINT']
  seen by node src/server/database/durable-file.test.ts: while a file is written leaves nothing of it
each connection through a gateway that sends ports is another caller (23)
  in src/server/http/create-app.ts
  - withoutPorts(String(named))
  + String(named)
  seen by node tests/security/forwarding.test.ts: are one caller, whose address is logged without the port
with addresses only the first of those refused is logged (14)
  in src/server/http/log.ts
  - [refused, hasAddresses && request.ip]
  + [refused]
  seen by node tests/security/audit-log.test.ts: with addresses, every refused caller is logged, up to a thousand a minute
a failed sign-in is not counted (14)
  in src/server/auth/sign-in-routes.ts
  - onFailed();
  seen by node src/server/http/metrics.test.ts: the metrics count what a server has done
a server without its pages says that it is ready (24)
  in src/server/main.ts
  - requirePages();
  + void requirePages;
  seen by processes src/server/main.test.ts: without its built pages a server refuses to start
Google is asked past the proxy that leads there (24)
  in scripts/board-process.mjs
  - NODE_USE_ENV_PROXY: '1',
  seen by processes src/server/main.test.ts: Google is asked through the proxy that HTTPS_PROXY names
a secret in quotes is taken with them (24)
  in src/server/config.ts
  - read.success && quoted.length === 0
  + read.success
  seen by node src/server/config.test.ts: in quotes, as some programs pass what a file has
a data folder in ~ lies within the program’s own (24)
  in src/server/process/settings.ts
  - !/^[~$]/u.test(text)
  + text !== ''
  seen by node src/server/config.test.ts: a wrong setting is named
marks that browsers draw as nothing count as a text (12)
  in src/shared/thought.ts
  - \\uFFF9-\\uFFFC
  seen by node src/shared/thought.test.ts: a text of nothing but
the rules take marks that browsers draw as nothing (12)
  in firebase/firestore.rules
  - \\\\x{FFF0}-\\\\x{FFFC}
  + \\\\x{FFF0}-\\\\x{FFF8}
  seen by node tests/firebase/rules-matrix.test.ts: what is blank
a start installs what only development needs (24)
  in scripts/install.mjs
  - (withTools || dev !== true)
  + true
  seen by node scripts/install.test.ts: a project with 
a test file that no project has counts as run (24)
  in scripts/sum.ts
  - existsSync(join(root, arg)) &&
  + false &&
  seen by node tests/sum.test.ts: a sum names every failure, and each requested test file that did not run
an outage fills the log (20)
  in src/server/live/pump.ts
  - !isFailing && !signal.aborted
  + !signal.aborted
  seen by node src/server/live/pump.test.ts: runs again a second after a failure
why a database is not reached goes unsaid (24)
  in src/server/errors/error-message.ts
  - error instanceof AggregateError
  + error instanceof RangeError
  seen by node src/server/errors/error-message.test.ts: a host name with several addresses
tests that did not run count as passed (24)
  in scripts/sum.ts
  - (isSuccess && !isEmpty)
  + isSuccess
  seen by node tests/sum.test.ts: a sum names every failure
`;
