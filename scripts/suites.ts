import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { runAndSum, type Step } from './sum.ts';

type Stages = readonly (readonly Step[])[];

const [suite = '', ...args] = process.argv.slice(2);

const PROGRAMS = machine(['PostgreSQL', 'Chromium']);
const BUILD: Step = {
  name: 'build',
  command: 'node scripts/start.mjs --build-only',
  counts: 'failure',
};
const FOR_FIREBASE: Step = {
  name: 'build for Firebase',
  command: 'node scripts/build-firebase-site.ts',
  counts: 'check',
};
const TYPES: Step = { name: 'types', command: 'tsc -b --pretty false', counts: 'check' };
const STATIC: readonly Step[] = [
  TYPES,
  { name: 'format', command: 'oxfmt --list-different', counts: 'check' },
  { name: 'dead code', command: 'knip --reporter compact', counts: 'check' },
  { name: 'lint', command: 'npm run --silent lint -- --format=unix', counts: 'check' },
];
/** All of Vitest's tests that `npm test` runs. */
const UNIT = vitest('unit and integration', "--project '!trials'");
/** What needs neither PostgreSQL nor a browser, and starts no processes. */
const QUICK = vitest('tests', '--project node --project dom');
const END_TO_END = playwright('end to end', ['chromium', 'touch', 'firebase']);

/** A part of the nightly run, and the steps that come before it. */
interface Part {
  steps: readonly Step[];
  before?: readonly Step[];
}

const BROWSERS = [machine(['browsers']), FOR_FIREBASE];
const PAYLOADS = process.env['PAYLOADS'] ?? '1000';
const PROXIES = [machine(['proxies'])];

/** One worker each: all tests share the emulators, and each begins with an empty board. */
const OFFICIAL = [
  vitest('firebase-official', 'tests/firebase --no-file-parallelism'),
  playwright('firebase-official, end to end', ['firebase --workers=1']),
];

const NIGHTLY: readonly Part[] = [
  ...['touch', 'firebase', 'firefox', 'webkit'].map((name) => ({
    steps: [{ ...playwright(name, [`all-${name}`]), env: { PAYLOADS } }],
    before: BROWSERS,
  })),
  { steps: OFFICIAL.map(withEmulators), before: [FOR_FIREBASE] },
  { steps: [{ name: 'planted', command: 'node tests/planted/run.ts', counts: 'own sum' }] },
  ...readdirSync(join(root, 'tests/faults'))
    .flatMap((file) => /^(.+)\.faults\.ts$/u.exec(file)?.[1] ?? [])
    .toSorted()
    .map((name) => ({
      steps: [vitest(name, `--project trials /${name}.faults`)],
      before: ['deploy', 'prometheus'].includes(name) ? PROXIES : [],
    })),
];

const SUITES: Record<string, () => Stages> = {
  test: () => [
    // Before the tests: some of them start the board, which would build it at the same time.
    [PROGRAMS, BUILD],
    [UNIT, ...STATIC, FOR_FIREBASE],
    [END_TO_END],
  ],
  check: () => [[{ ...QUICK, args: args.includes('--changed') ? sinceMain() : args }, ...STATIC]],
  types: () => [[TYPES]],
  unit: () => [[{ ...UNIT, args }]],
  e2e: () => [[PROGRAMS, BUILD, FOR_FIREBASE], [{ ...END_TO_END, args }]],
  gallery: () => [[PROGRAMS, BUILD], [{ ...playwright('pictures', ['gallery']), args }]],
  nightly: () => nightly(args),
};

process.exitCode = await runAndSum(SUITES[suite]?.() ?? []);

function vitest(name: string, chosen: string): Step {
  const reporters = '--reporter=default --reporter=junit --outputFile={report}';
  return { name, command: `vitest run ${reporters} ${chosen}`, counts: 'tests' };
}

function playwright(name: string, projects: readonly string[]): Step {
  const chosen = projects.map((project) => `--project=${project}`).join(' ');
  return { name, command: `playwright test --reporter=list,junit ${chosen}`, counts: 'tests' };
}

/** Against Google's own emulators. */
function withEmulators(step: Step): Step {
  return { ...step, command: `node tests/firebase/with-emulators.ts ${step.command}` };
}

function machine(programs: readonly string[]): Step {
  const name = programs.join(', ');
  return {
    name,
    command: `node scripts/machine.ts ${name.replaceAll(',', '')}`,
    counts: 'failure',
  };
}

/** The tests that depend on what differs from where this branch left `main`, on `main` itself from the last commit. */
function sinceMain(): string[] {
  const branches = execFileSync('git', ['branch', '--list', 'main'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [`--changed=${branches === '' ? 'HEAD' : 'main'}`, '--passWithNoTests'];
}

function nightly(names: readonly string[]): Stages {
  const known = NIGHTLY.map(nameOf);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(
      `The nightly run has the parts ${known.join(', ')}, but not ${unknown.join(', ')}.`,
    );
    process.exit(1);
  }
  const parts = NIGHTLY.filter((part) => names.length === 0 || names.includes(nameOf(part)));
  const before = new Set(parts.flatMap((part) => part.before ?? []));
  return [
    [PROGRAMS, BUILD],
    ...[...before, ...parts.flatMap(({ steps }) => steps)].map((step) => [step]),
  ];
}

function nameOf({ steps }: Part): string {
  return steps[0]?.name ?? '';
}
