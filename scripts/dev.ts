import { concurrently } from 'concurrently';

const { PORT = '3000', DEV_PORT = '5173' } = process.env;

// In watch mode every worker sends its imports among our own messages, unless this is unset
// (https://github.com/nodejs/node/issues/65044). With folders to watch, no imports are needed.
const NO_IMPORT_REPORTS = 'data:text/javascript,delete(process.env.WATCH_REPORT_DEPENDENCIES)';

const WATCHING = '--watch-path=src/server --watch-path=src/shared --watch-preserve-output';
const server = {
  command: `node ${WATCHING} "--import=${NO_IMPORT_REPORTS}" src/server/main.ts --without-pages`,
  // People open Vite's address: the pages come from there, and it proxies the server's paths.
  env: { PORT, PUBLIC_URL: `http://localhost:${DEV_PORT}` },
};

const { result } = concurrently([server, { command: 'vite', env: { PORT, DEV_PORT } }], {
  raw: true,
  killOthersOn: ['success', 'failure'],
});
await result.catch(() => (process.exitCode = 1));
