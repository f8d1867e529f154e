import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { runAndSum, type Step } from './sum.ts';

const [suite = '', ...args] = process.argv.slice(2);

const PROGRAMS = machine('PostgreSQL', 'Chromium');
const BUILD = step('failure', 'build', 'node scripts/start.mjs --build-only');
const FOR_FIREBASE = step('check', 'build for Firebase', 'npm run --silent build:firebase');
const TYPES = step('check', 'types', 'tsc -b --pretty false');
const STATIC = [
  TYPES,
  step('check', 'format', 'oxfmt --list-different'),
  step('check', 'dead code', 'knip --reporter compact'),
  step('check', 'lint', 'npm run --silent lint -- --format=unix'),
];
const UNIT = vitest('unit and integration', "--project '!trials'");
/** Tests that need neither PostgreSQL nor a browser, and start no processes. */
const QUICK = vitest('tests', '--project node --project dom');
const END_TO_END = playwright('end to end', 'chromium', 'touch', 'firebase');

const BROWSERS = machine('browsers');
const PROXIES = machine('proxies');
const PAYLOADS = process.env['PAYLOADS'] ?? '1000';
const WITH_EMULATORS = 'node tests/firebase/with-emulators.ts';
/** One worker: all tests share the emulators, and each begins with an empty board. */
const ON_EMULATORS = [
  vitest('firebase-official', 'tests/firebase --no-file-parallelism'),
  playwright('firebase-official, end to end', 'firebase', '--workers=1'),
].map((each) => ({ ...each, command: `${WITH_EMULATORS} ${each.command}` }));
const TRIALS = readdirSync(join(root, 'tests/faults'))
  .flatMap((file) => /^(.+)\.faults\.ts$/u.exec(file)?.[1] ?? [])
  .toSorted();

/** The parts of the nightly run, by their names; a step of several runs once. */
const NIGHTLY = new Map<string, readonly Step[]>([
  ...['touch', 'firebase', 'firefox', 'webkit'].map(
    (name) =>
      [
        name,
        [BROWSERS, FOR_FIREBASE, { ...playwright(name, `all-${name}`), env: { PAYLOADS } }],
      ] as const,
  ),
  ['firebase-official', [FOR_FIREBASE, ...ON_EMULATORS]],
  ['planted', [step('check', 'planted', 'node tests/planted/run.ts')]],
  ...TRIALS.map((name) => {
    const needs = ['deploy', 'prometheus'].includes(name) ? [PROXIES] : [];
    return [name, [...needs, vitest(name, `--project trials /${name}.faults`)]] as const;
  }),
]);

const SUITES: Record<string, () => readonly (readonly Step[])[]> = {
  test: () => [
    // The build comes before the tests: some of them start the board, which would build it at the same time.
    [PROGRAMS, BUILD],
    [UNIT, ...STATIC, FOR_FIREBASE],
    [END_TO_END],
  ],
  check: () => [[{ ...QUICK, args: args.includes('--changed') ? sinceMain() : args }, ...STATIC]],
  types: () => [[TYPES]],
  unit: () => [[{ ...UNIT, args }]],
  e2e: () => [[PROGRAMS, BUILD, FOR_FIREBASE], [{ ...END_TO_END, args }]],
  gallery: () => [[PROGRAMS, BUILD], [{ ...playwright('pictures', 'gallery'), args }]],
  nightly: () => [[PROGRAMS, BUILD], ...nightly(args).map((each) => [each])],
};

process.exitCode = await runAndSum(SUITES[suite]?.() ?? []);

function step(counts: Step['counts'], name: string, command: string): Step {
  return { name, command, counts };
}

function vitest(name: string, chosen: string): Step {
  const reporters = '--reporter=default --reporter=junit --outputFile={report}';
  return step('tests', name, `vitest run ${reporters} ${chosen}`);
}

/** The tests of these projects; flags may be among them. */
function playwright(name: string, ...projects: readonly string[]): Step {
  const chosen = projects.map((each) => (each.startsWith('--') ? each : `--project=${each}`));
  return step('tests', name, `playwright test --reporter=list,junit ${chosen.join(' ')}`);
}

function machine(...programs: readonly string[]): Step {
  return step('failure', programs.join(', '), `node scripts/machine.ts ${programs.join(' ')}`);
}

/** The flag for files that differ from where this branch left `main`; on `main` itself, from the last commit. */
function sinceMain(): string[] {
  const main = execFileSync('git', ['branch', '--list', 'main'], { cwd: root, encoding: 'utf8' });
  return [`--changed=${main === '' ? 'HEAD' : 'main'}`, '--passWithNoTests'];
}

function nightly(names: readonly string[]): Step[] {
  const known = [...NIGHTLY.keys()];
  const unknown = names.filter((name) => !NIGHTLY.has(name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. The parts are ${known.join(', ')}.`);
    process.exit(1);
  }
  const parts = names.length > 0 ? names : known;
  return [...new Set(parts.flatMap((name) => NIGHTLY.get(name) ?? []))];
}
