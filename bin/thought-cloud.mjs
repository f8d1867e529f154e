#!/usr/bin/env -S NODE_USE_ENV_PROXY=1 node --max-semi-space-size=4
// The command of the package that scripts/pack.mjs makes. Older versions of Node have to understand this file.
import { isNewEnough, TOO_OLD } from './node-version.mjs';

if (!isNewEnough(process.version)) {
  console.error(TOO_OLD);
  process.exitCode = 1;
} else {
  const isServed = process.argv.length === 2;
  await import(isServed ? '../src/server/main.js' : '../src/server/operator/main.js');
}
