export const OPERATION = `
src/server/http/addresses.ts:
a header of addresses that is one long number stops the server for a second (23)
  - (\\d{1,3}(?:
  + (\\d+(?:
  seen by node src/server/http/addresses.test.ts
a name that begins like an address of this computer passes for it (14)
  - return address === '::1' || /^(::ffff:)?127(\\.\\d{1,3}){3}$/u.test(address);
  + return address === '::1' || /^127\\./u.test(address);
  seen by node src/server/config.test.ts: is another computer
a page at another address than the board’s can’t run, and does not say so (24)
  - return headers.host !== home && !isForwarded(headers);
  + return headers.host === undefined && !isForwarded(headers);
  seen by node src/server/http/page.test.ts: says where the board is, and nothing else
a proxy that names a host of its own gets no board (24)
  - headers.host !== home && !isForwarded(headers);
  + headers.host !== home;
  seen by node src/server/http/page.test.ts: a proxy that names a host of its own gets the board
a tunnel’s header is not known as one (14)
  - |cf-|true-client
  + |true-client
  seen by node src/server/auth/local-accounts/local-accounts.test.ts: the local accounts are refused
src/server/config.ts:
a name that other programs set stops the start (24)
  - LISTEN_HOST: v.optional(Host, DEFAULT_HOST),
  + LISTEN_HOST: v.fallback(v.literal('localhost'), 'localhost'), HOST: v.optional(v.literal('localhost')),
  seen by node src/server/config.test.ts: is no setting
src/server/auth/private-cookie.ts:
two boards under one https name sign each other out (14)
  - __Host-thought-cloud-\${port || '443'}-\${name}
  + __Host-thought-cloud-\${name}
  seen by node src/server/auth/private-cookie.test.ts: have cookies of different names
src/server/http/listen.ts:
the address of the board leads to another program, and no start says so (24)
  - if (error.code === 'EADDRINUSE') throw error;
  + void error;
  seen by node src/server/http/listen.test.ts: a port that another program has
src/server/http/create-app.ts:
a path that can't be decoded is no page (24)
  - return url.replaceAll('%', '%25');
  + return url.replace('%', '%25');
  seen by node tests/routes.test.ts: is a screen, to the server and to the hosting
forms may be sent to other sites (15)
  - "form-action 'self'",
  seen by node tests/security/headers.test.ts: has these headers and no others
each connection through a gateway that sends ports is another caller (23)
  - withoutPorts(String(named))
  + String(named)
  seen by node tests/security/forwarding.test.ts: the caller that a proxy names
src/server/database/durable-file.ts:
a planted link is followed by a backup (15)
  - 'wx', FILE_MODE
  + 'a', FILE_MODE
  seen by node src/server/database/durable-file.test.ts: a link that somebody has planted is not followed
a backup continues what a killed one has left (21)
  - \${crypto.randomUUID()}\`;
  -   // \`wx\` refuses an existing file, which may be a link that somebody has planted.
  -   closeSync(openSync(unfinished, 'wx', FILE_MODE));
  + \${process.pid}\`;
  +   closeSync(openSync(unfinished, 'a', FILE_MODE));
  seen by node src/server/database/durable-file.test.ts: a link that somebody has planted is not followed
src/server/http/content-encoding.ts:
a browser that takes no Brotli, as Firefox without https, gets it (24)
  - !BROTLI.test(accepted)
  + accepted === ''
  seen by node src/server/http/page.test.ts: files that the build compressed are sent compressed
a browser that refuses Brotli by a quality of 0 gets it (24)
  - q=0(
  + q=9(
  seen by node src/server/http/page.test.ts: files that the build compressed are sent compressed
src/server/http/page.ts:
a board published under another port does not say what to set (24)
  - whoever runs the board has to set PUBLIC_URL to the address that people open.
  + try again later.
  seen by node src/server/http/page.test.ts: says where the board is, and nothing else
hidden files in the folder of the pages are served (15)
  - !/\\.br$|(?:^|\\/)\\./u.test(name)
  + !/\\.br$/u.test(name)
  seen by node src/server/http/page.test.ts: nothing beside the client is served under
a file that has not changed is loaded again (6)
  - .includes(file.etag)
  + .startsWith(' ')
  seen by node src/server/http/page.test.ts: files without a hash in their name are revalidated
a drawing is sent as a file of an unknown kind (24)
  - '.svg': 'image/svg+xml',
  seen by node src/server/http/page.test.ts: files without a hash in their name are revalidated
src/server/auth/sign-in-routes.ts:
a person who comes back beyond the limit reads a code (14)
  - { errorHandler: sendToLogin }
  + {}
  seen by node src/server/auth/request-limits.test.ts: sign-ins and callbacks are counted by address
a failed sign-in is not counted (14)
  - onFailed();
  seen by node src/server/http/metrics.test.ts: the metrics count what a server has done
src/server/main.ts:
a server without its pages says that it is ready (24)
  - requirePages();
  + void requirePages;
  seen by processes src/server/main.test.ts: without its built pages a server refuses to start
bin/board-flags.mjs:
Google is asked past the proxy that leads there (24)
  - , '--use-env-proxy'
  seen by processes src/server/main.test.ts: Google is asked through the proxy that HTTPS_PROXY names
src/server/settings.ts:
a secret in quotes is taken with them (24)
  - .replace(QUOTED, '$1$2$3$4')
  seen by node src/server/config.test.ts: quotes around a setting
a data folder in ~ lies within the program’s own (24)
  - !/^[~$]/u.test(text)
  + text !== ''
  seen by node src/server/config.test.ts: a wrong setting is named
src/shared/thought.ts:
marks that browsers draw as nothing count as a text (12)
  - \\uFFF9-\\uFFFC
  seen by node src/shared/thought.test.ts: a text of nothing but
firebase/firestore.rules:
the rules take marks that browsers draw as nothing (12)
  - \\\\x{FFF0}-\\\\x{FFFC}
  + \\\\x{FFF0}-\\\\x{FFF8}
  seen by node tests/firebase/rules-matrix.test.ts: what is blank
scripts/install.mjs:
a Node before 20.19 or 22.12 lacks a part of what builds the client (24)
  - isAtLeast(version, '20.19') && !isAtLeast(version, '21.0')
  + isAtLeast(version, '20.0')
  seen by node scripts/install.test.ts: installs all packages at once
a start installs what only development needs (24)
  - (withTools || dev !== true)
  + true
  seen by node scripts/install.test.ts: a project with 
packages of another machine are taken for ones of this (24)
  - if (isForeign(installed)) return false;
  seen by node scripts/install.test.ts: a project with 
two first commands delete each other's packages (24)
  - readdirSync(packages).filter((name) => name !== LOCK_NAME)
  + readdirSync(packages)
  seen by node scripts/install.test.ts: packages of another machine are all removed
scripts/lock.mjs:
the lock of a setup stays, and the next step waits for ever (24)
  -     unlinkSync(lock);
  seen by node scripts/install.test.ts: of two commands that set up at once
two first commands work at once (24)
  - return process.kill(pid, 0);
  + return false;
  seen by node scripts/install.test.ts: of two commands that set up at once
a killed first command holds up all later ones (24)
  - return hasCode(error, 'EPERM');
  + return true;
  seen by node scripts/install.test.ts: a command that was killed while it set up
a container that was killed as it set up waits for itself when it starts again (24)
  - Number.isNaN(pid) || pid === process.pid
  + Number.isNaN(pid)
  seen by node scripts/install.test.ts: holds up none that starts again with the same ids
scripts/sum.ts:
tests of which one step fails count as passed (24)
  - failed.length > 0 ? 1 : 0
  + failed.length > 1 ? 1 : 0
  seen by node tests/sum.test.ts: a sum names every complaint, and each requested test file that did not run
a test file that no project has counts as run (24)
  - (existsSync(join(root, arg)) || TEST_FILE.test(arg)) &&
  + false &&
  seen by node tests/sum.test.ts: a sum names every complaint, and each requested test file that did not run
tests that did not run count as passed (24)
  - (isSuccess && !isEmpty)
  + isSuccess
  seen by node tests/sum.test.ts: a sum names every complaint
the failures of a run within a run go unnamed (24)
  - namedAs(FAILED_STEP, output)
  + []
  seen by node tests/sum.test.ts: a step that sums up itself counts by what it names
tests that could not run count as passed (24)
  - (?:failure|error)
  + (?:failure)
  seen by node tests/sum.test.ts: what a runner reports as an error
src/server/live/pump.ts:
an outage fills the log (20)
  - if (!isFailing) onError(error);
  + onError(error);
  seen by node src/server/live/pump.test.ts: a failure is reported once until a run succeeds
src/server/errors/error-message.ts:
why a database is not reached goes unsaid (24)
  - error instanceof AggregateError
  + error instanceof RangeError
  seen by node src/server/errors/error-message.test.ts: a host name with several addresses
package.json:
the board on Firebase can't be exported from a fresh clone (25)
  - "node scripts/start.mjs node tools/firebase-transfer/main.ts export"
  + "node tools/firebase-transfer/main.ts export"
  seen by node tests/repository.test.ts: each command of the board on Firebase first installs what a fresh clone lacks
tools/hosted/hosting.ts:
any file of this computer can be read from the board on Firebase (15)
  - const { pathname } = requested;
  + const [pathname = '/'] = url.split('?');
  seen by node tools/hosted/hosting.test.ts: other people of this computer get nothing of
tools/hosted/owner.ts:
a start of the board on Firebase ends where an open page writes at the same time (24)
  - !isAborted || attempt === MAX_ATTEMPTS
  + attempt > 0
  seen by node tools/hosted/owner.test.ts: a call that is aborted is made again
src/client/ui/pages/error-page.tsx:
the error screen leads home by a way that asks to sign in (24)
  - href={ROUTES.feed}
  + href={ROUTES.login}
  seen by dom src/client/ui/pages/error-page.test.tsx: shows the error screen
public/first-paint.js:
a browser without a storage shows no sky and no shell (24)
  -   } catch {
  -     // A browser
  +   } finally {
  +     // A browser
  seen by node src/client/browser/first-paint.test.ts: waits at the shell of the right screen
`;
