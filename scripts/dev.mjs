import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';

const { PORT = '3000', DEV_PORT = '5173' } = process.env;

// In watch mode every worker sends its imports among our own messages, unless this is unset
// (https://github.com/nodejs/node/issues/65044). With folders to watch, no imports are needed.
const NO_IMPORT_REPORTS = 'data:text/javascript,delete(process.env.WATCH_REPORT_DEPENDENCIES)';

const server = {
  command: 'node',
  args: [
    '--watch-path=src/server',
    '--watch-path=src/shared',
    '--watch-preserve-output',
    `--import=${NO_IMPORT_REPORTS}`,
    'src/server/main.ts',
    '--without-pages',
  ],
  // People open Vite's address: the pages come from there, and it proxies the server's paths.
  env: { PORT, PUBLIC_URL: `http://localhost:${DEV_PORT}` },
};

const vite = { command: 'vite', args: [], env: { PORT, DEV_PORT } };

await ensureInstalled();
process.exitCode = await serve([server, vite]);
