#!/usr/bin/env -S node --max-semi-space-size=4
// The command of the package that scripts/pack.mjs makes. Older programs of Node have to understand this file.
import { isNewEnough, TOO_OLD } from './node-version.mjs';

const HELP = `thought-cloud                 serves the board, as the environment says
thought-cloud backup FILE     copies all data of a board on SQLite, also while it is served
thought-cloud restore FILE    puts a backup in the place of a stopped board's data
thought-cloud export FILE     writes people and thoughts as JSON lines
thought-cloud import FILE     adds what was exported
thought-cloud people          lists people, signs them out, blocks, exports, removes them
thought-cloud thoughts        removes thoughts
thought-cloud --version       says which version this is`;

const [word] = process.argv.slice(2);
if (!isNewEnough(process.version)) {
  console.error(TOO_OLD);
  process.exitCode = 1;
} else if (word === '--help') {
  console.log(HELP);
} else {
  await import(word === undefined ? '../src/server/main.js' : '../src/server/operator/main.js');
}
