import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';

await ensureInstalled();
await ensurePostgres();
await ensureChromium();
console.log('All that `npm start` and `npm test` need is installed.');
