// `start.mjs` starts the board, `start.mjs PROGRAM …` a program; either way missing packages are installed first.
import { boardProcess } from './board-process.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runUntilStopped } from './run.mjs';

const [command, ...args] = process.argv.slice(2);
const isTool = command !== undefined && command !== '--build-only';
await ensureInstalled({ withTools: isTool });
if (!isTool) await ensureBuilt();
if (command !== '--build-only') {
  process.exitCode = await runUntilStopped(isTool ? { command, args } : boardProcess);
}
