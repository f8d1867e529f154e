import { ensureInstalled } from './install.mjs';
import { serve } from './run.mjs';

await ensureInstalled();
// People open Vite's address: the pages come from there, and it hands the server's paths on.
const PUBLIC_URL = 'http://localhost:5173';
process.exitCode = await serve([
  { command: 'node', args: ['--watch', 'src/server/main.ts'], env: { PUBLIC_URL } },
  { command: 'vite', args: ['--strictPort'] },
]);
