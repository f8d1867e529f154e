import { ensureBuilt } from './build.mjs';
import { ensureEngines } from './engines.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './run.mjs';

await ensureInstalled();
await ensureEngines();
await ensureBuilt();
const chosen = process.argv.slice(2);
await run('playwright', ['test', '--config', 'playwright.engines.config.ts', ...chosen]);
