import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { findFirestoreArchive, readFirestoreVersion } from '#tools/hosted/google-firestore.ts';
import { describeRun, isRoot, mayLeaveOutPostgres } from './machine.ts';
import { root } from './run.mjs';
import { runAndSum, type Step } from './sum.ts';

const [suite = '', ...args] = process.argv.slice(2);

/** What can't be installed fails where it is needed. */
const PROGRAMS = {
  name: 'PostgreSQL, Chromium, cc',
  command: `node scripts/machine.ts || echo '0 passed, 0 failed, 0 skipped'; :`,
};
const BUILD = { name: 'build', command: 'node scripts/start.mjs --build-only' };
const FOR_FIREBASE = { name: 'build for Firebase', command: 'npm run --silent build:firebase' };
const TYPES = { name: 'types', command: 'tsc -b --pretty false' };
const STATIC = [
  TYPES,
  { name: 'format', command: 'oxfmt --list-different' },
  { name: 'dead code', command: 'knip --reporter compact' },
  { name: 'lint', command: 'npm run --silent lint -- --format=unix' },
];
const UNIT = vitest('unit and integration', "--project '!trials'");
/** Tests that need neither PostgreSQL nor a browser, and start no processes. */
const QUICK = vitest('tests', '--project node --project dom');
const END_TO_END = playwright(
  'end to end',
  '--project=chromium --project=touch --project=firebase',
);

/** Tests of what root may do, and others may not. */
const OF_RIGHTS = [
  'scripts/install.test.ts',
  'src/server/config.test.ts',
  'src/server/database/durable-file.test.ts',
  'src/server/database/sqlite/backup.test.ts',
  'src/server/database/sqlite/open-sqlite.test.ts',
  'src/server/main.test.ts',
  'src/server/operator/people.test.ts',
  'tests/security/bad-machine.test.ts',
  'tests/start.test.ts',
];
const OF_RIGHTS_WITH_POSTGRES = [
  'src/server/database/postgres/migrate.test.ts',
  'src/server/database/postgres/open-postgres.test.ts',
  'src/server/operator/transfer.test.ts',
];
const AS_OTHERS = [...OF_RIGHTS, ...(mayLeaveOutPostgres ? [] : OF_RIGHTS_WITH_POSTGRES)];
/** Root's gate runs these as somebody else, too. */
const AS_ORDINARY_USER =
  isRoot() && process.platform === 'linux'
    ? [onMachine('ordinary-user', `npm run --silent test:unit -- ${AS_OTHERS.join(' ')}`)]
    : [];

/** One worker: all tests share the emulators, and each begins with an empty board. */
const ON_EMULATORS = [
  vitest('firebase-official', 'tests/firebase --no-file-parallelism'),
  playwright('firebase-official, end to end', '--project=firebase --workers=1'),
].map((step) => ({ ...step, command: `node tests/firebase/with-emulators.ts ${step.command}` }));

/** The rules are Google's to judge: our own emulator's translation is asked everywhere, their engine where it is. */
const archive = findFirestoreArchive();
const ON_GOOGLES_ENGINE =
  archive !== undefined && readFirestoreVersion(archive) !== null
    ? [
        vitest(
          "rules on Google's engine",
          'tests/firebase/rules-matrix.test.ts tests/firebase/access-by-rules.test.ts tests/firebase/paced-rules.test.ts --no-file-parallelism',
        ),
      ].map((step) => ({
        ...step,
        command: `node tests/firebase/with-firestore.ts ${step.command}`,
      }))
    : [];

/** The kinds of machine that the gate has to pass on; tests/machines/run.ts says what they are. */
const MACHINES = [
  'headless-shell',
  'full-chromium',
  'one-core',
  'ordinary-user',
  'turkish-midnight',
  'archive',
  'oldest-node',
];

/** The parts of the nightly run, by their names; a step of several runs once. */
const NIGHTLY: Record<string, readonly Step[]> = {};
for (const name of ['touch', 'firebase', 'firefox', 'webkit']) {
  NIGHTLY[name] = [FOR_FIREBASE, playwright(name, `--project=all-${name}`)];
}
NIGHTLY['firebase-official'] = [FOR_FIREBASE, ...ON_EMULATORS];
NIGHTLY['planted'] = [{ name: 'planted', command: 'node tests/planted/run.ts' }];
NIGHTLY['machines'] = MACHINES.map((name) => onMachine(name, 'npm test'));
for (const file of globSync('tests/faults/*.faults.ts', { cwd: root }).toSorted()) {
  const name = basename(file, '.faults.ts');
  NIGHTLY[name] = [vitest(name, `--project trials ${file}`)];
}

const SUITES: Record<string, () => readonly (readonly Step[])[]> = {
  test: () => [
    // The builds come before the tests: some of them start the board, which would build it at the same time.
    [PROGRAMS, BUILD, FOR_FIREBASE],
    [UNIT, ...STATIC, ...ON_GOOGLES_ENGINE, ...AS_ORDINARY_USER],
    [END_TO_END],
  ],
  check: () => [[{ ...QUICK, args }, ...STATIC]],
  types: () => [[TYPES]],
  unit: () => [[{ ...UNIT, args }]],
  e2e: () => [[PROGRAMS, BUILD, FOR_FIREBASE], [{ ...END_TO_END, args }]],
  gallery: () => [[PROGRAMS, BUILD], [{ ...playwright('pictures', '--project=gallery'), args }]],
  nightly: () => [[PROGRAMS, BUILD], ...nightly(args).map((each) => [each])],
};

const others = suite === 'test' ? AS_ORDINARY_USER.map(({ name }) => name) : [];
process.exitCode = await runAndSum(SUITES[suite]?.() ?? [], () => describeRun(others));

function vitest(name: string, chosen: string): Step {
  const reporters =
    '--reporter=default --reporter=./scripts/junit-reporter.ts --outputFile={report}';
  // React has no test functions where the environment says production.
  return { name, command: `env NODE_ENV=test vitest run ${reporters} ${chosen}` };
}

function playwright(name: string, chosen: string): Step {
  const reporter =
    'PLAYWRIGHT_JUNIT_OUTPUT_NAME={report} PLAYWRIGHT_JUNIT_INCLUDE_PROJECT_IN_TEST_NAME=1';
  return { name, command: `env ${reporter} playwright test --reporter=list,junit ${chosen}` };
}

function onMachine(name: string, command: string): Step {
  return { name: `on ${name}`, command: `node tests/machines/run.ts ${name} ${command}` };
}

function nightly(names: readonly string[]): Step[] {
  const known = Object.keys(NIGHTLY);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. The parts are ${known.join(', ')}.`);
    process.exit(1);
  }
  const parts = names.length > 0 ? names : known;
  return [...new Set(parts.flatMap((name) => NIGHTLY[name] ?? []))];
}
