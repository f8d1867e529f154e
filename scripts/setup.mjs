import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { inTurn, summarize } from './steps.mjs';

const wanted = { packages: ensureInstalled, PostgreSQL: ensurePostgres, browser: ensureChromium };

const steps = Object.entries(wanted).map(([name, ensure]) => ({
  name,
  run: () => ensure().then(() => ({ passed: 1, failed: 0 })),
}));
process.exitCode = summarize(await inTurn(steps));
