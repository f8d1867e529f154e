// `start.mjs` starts the board, `start.mjs PROGRAM …` a program; either way missing packages are installed first.
import { boardCommand } from './board-process.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { describeFailure, root, runUntilStopped } from './run.mjs';

const given = process.argv.slice(2);
const isBuildOnly = given[0] === '--build-only';
const isTool = given.length > 0 && !isBuildOnly;
try {
  if (root.includes('#'))
    throw new Error(`Vite can't build in a folder with # in its path: ${root}`);
  await ensureInstalled({ withTools: isTool });
  if (!isTool) await ensureBuilt('client');
  if (!isBuildOnly) process.exitCode = await runUntilStopped(isTool ? given : boardCommand);
} catch (error) {
  // npm and Vite have said what went wrong.
  console.error(describeFailure(error));
  process.exitCode = 1;
}
