import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { boardFlags } from './board-flags.mjs';

test('the package’s command starts by any shim that runs it with node, and sets its flags itself', () => {
  const folder = temporaryFolder();
  const command = join(folder, 'bin/thought-cloud.mjs');
  cpSync(import.meta.dirname, join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'src/server/operator'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['main.js', 'operator/main.js']) {
    const said = `[${JSON.stringify(name)}, process.execArgv, process.argv.slice(2)]`;
    writeFileSync(join(folder, 'src/server', name), `console.log(JSON.stringify(${said}))`);
  }
  const run = (...args: string[]): unknown =>
    JSON.parse(execFileSync('node', [command, ...args], { encoding: 'utf8' }));
  expect(readFileSync(command, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  expect(run()).toEqual(['main.js', boardFlags, []]);
  expect(run('backup', 'a file')).toEqual(['operator/main.js', boardFlags, ['backup', 'a file']]);
});
