import { ensureInstalled } from './install.mjs';
import { ended, passSignals, start } from './run.mjs';

await ensureInstalled();
// People open Vite's address: pages come from it, and it hands the server's paths on.
const server = start('node', ['--watch', 'src/server/main.ts'], {
  PUBLIC_URL: 'http://localhost:5173',
});
const pages = start('vite', ['--strictPort']);
const both = [server, pages];
passSignals(both);
process.exitCode = await Promise.race(both.map(ended));
for (const child of both) child.kill();
