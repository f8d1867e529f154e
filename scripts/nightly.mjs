import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDeployTools } from './debian.mjs';
import { ensureEngines } from './engines.mjs';
import { ensureInstalled } from './install.mjs';
import { withOfficialEmulators } from './official-emulators.mjs';
import { ensurePostgres } from './postgres.mjs';
import { outputOf, root } from './run.mjs';
import { inTurn, preparation, summarize } from './steps.mjs';
import { check, playwright, reportFile, vitest } from './suites.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./suites.mjs').Count} Count */

const NOT_SEEN = /^(?:NOT SEEN|FAILS UNPLANTED) .*$/gmu;

/** @type {Step[]} */
const TRIALS = readdirSync(join(root, 'tests/faults'))
  .flatMap((file) => /^(.+)\.faults\.ts$/u.exec(file)?.[1] ?? [])
  .toSorted()
  .map((name) => ({ name, run: () => trial(name) }));

/** @type {Step[]} */
const IN_BROWSERS = ['touch', 'firebase', 'firefox', 'webkit'].map((name) => ({
  name,
  run: () =>
    playwright(['--config', 'playwright.nightly.config.ts', '--project', name], 'nightly.json'),
}));

/** @type {Step} */
const PLANTED = { name: 'planted', run: planted };

/** @type {Step} */
const OFFICIAL = { name: 'firebase-official', run: official };

const forFirebase = () => check('npm', ['run', '--silent', 'build:firebase']);
const FOR_OWN_SERVER = [
  preparation('PostgreSQL', ensurePostgres),
  preparation('build', ensureBuilt),
];
const FOR_FIREBASE = [{ name: 'build for Firebase', run: forFirebase }];

const OF_DEPLOY = ['deploy', 'prometheus'];
const FOR_DEPLOY = [preparation('proxies and Prometheus', ensureDeployTools)];

const began = new Date();
const parts = [...IN_BROWSERS, OFFICIAL, PLANTED, ...TRIALS];
const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? parts : wanted.map(partOf);
const prepared = await inTurn([
  preparation('install', ensureInstalled),
  preparation('browser', ensureChromium),
  ...(chosen.some((part) => part !== OFFICIAL) ? FOR_OWN_SERVER : []),
  ...(isChosen(IN_BROWSERS) ? [preparation('other browsers', ensureEngines)] : []),
  ...(isChosen([...IN_BROWSERS, OFFICIAL]) ? FOR_FIREBASE : []),
  ...(chosen.some(({ name }) => OF_DEPLOY.includes(name)) ? FOR_DEPLOY : []),
]);
const results = await inTurn(chosen);
const minutes = Math.round((Date.now() - began.getTime()) / 60_000);
console.log(`\nBegun ${began.toISOString()}, ${minutes} minutes.`);
process.exitCode = summarize([...prepared, ...results]);

/** @param {readonly Step[]} steps */
function isChosen(steps) {
  return steps.some((step) => chosen.includes(step));
}

/**
 * The part of a name; if there is none, one that fails.
 * @param {string} name
 * @returns {Step}
 */
function partOf(name) {
  const known = parts.map((part) => part.name).join(', ');
  const refuse = () => Promise.reject(new Error(`It is no part. The parts are ${known}.`));
  return parts.find((part) => part.name === name) ?? { name, run: refuse };
}

/**
 * Runs a trial, and collects the figures that it reports.
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function trial(name) {
  const report = reportFile('trial.txt');
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, '');
  process.env['TRIAL_REPORT_FILE'] = report;
  const count = await vitest(['run', '--config', 'vitest.faults.config.ts', `/${name}.faults`]);
  const notes = readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return { ...count, notes };
}

/**
 * Runs the tests of Firebase against Google's own emulators. One worker: each test begins with an empty board.
 * @returns {Promise<Count>}
 */
async function official() {
  const { outcome, versions } = await withOfficialEmulators(async () => [
    await vitest(['run', 'tests/firebase', '--no-file-parallelism']),
    await playwright(['--project=firebase', '--workers=1']),
  ]);
  const [inNode, endToEnd] = outcome.map(({ passed, failed }) => `${passed} of ${passed + failed}`);
  return {
    passed: outcome.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcome.reduce((sum, { failed }) => sum + failed, 0),
    failures: outcome.flatMap(({ failures = [] }) => failures),
    notes: [`${versions}: ${inNode} tests, ${endToEnd} end to end`],
  };
}

/**
 * Tries all planted faults, and counts them by the last line.
 * @returns {Promise<Count>}
 */
async function planted() {
  const { output } = await outputOf('node', ['tests/planted/run.ts'], (text) =>
    process.stdout.write(text),
  );
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/mu.exec(output) ?? [];
  if (passed === undefined) throw new Error('The planted faults were not counted.');
  return { passed: Number(passed), failed: Number(failed), failures: output.match(NOT_SEEN) ?? [] };
}
