#!/usr/bin/env node
// The command of the package that scripts/pack.mjs makes. Older versions of Node have to understand this file.
import { fileURLToPath } from 'node:url';
import { boardFlags } from './board-flags.mjs';
import { isNewEnough, TOO_OLD } from './node-version.mjs';

if (!isNewEnough(process.version)) {
  console.error(TOO_OLD);
  process.exitCode = 1;
} else {
  const args = process.argv.slice(2);
  const hasFlags = boardFlags.every((flag) => process.execArgv.includes(flag));
  // The first line can't name the flags: BusyBox and pnpm take none there. Node reads them only as it starts, so
  // this process becomes a Node with them, as far as its system can do that.
  if (!hasFlags && process.platform !== 'win32') {
    const self = fileURLToPath(import.meta.url);
    const flags = [...process.execArgv, ...boardFlags];
    process.execve(process.execPath, [process.execPath, ...flags, self, ...args]);
  }
  await import(args.length === 0 ? '../src/server/main.js' : '../src/server/operator/main.js');
}
