import { ensureInstalled } from './install.mjs';
import { exitCodeOf } from './run.mjs';

await ensureInstalled();
// In a process of its own: this one may be of an older Node, which does not run TypeScript.
process.exitCode = await exitCodeOf('node', ['scripts/build-firebase-site.ts']);
