import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ended, passSignals, start } from './run.mjs';

await ensureInstalled();
await ensureBuilt();
const server = start('node', ['src/server/main.ts']);
passSignals([server]);
process.exitCode = await ended(server);
