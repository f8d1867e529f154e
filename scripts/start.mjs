import { boardProcess } from './board-process.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';

await ensureInstalled();
await ensureBuilt();
process.exitCode = await serve([boardProcess]);
