import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { once } from 'node:events';
import * as v from 'valibot';
import { type Fault, FAULTS, type SeeingTest } from './all-faults.ts';

/** Milliseconds after which a test run that hangs is ended. */
const TIME_LIMIT_MS = 900_000;
const REPORT = 'test-results/planted.json';

/** How many tests passed and failed. A file that could not be run has none, and sees nothing. */
interface Count {
  passed: number;
  failed: number;
}

const VitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
});

const wanted = process.argv.slice(2);
const chosen = Object.entries(FAULTS).flatMap(([kind, faults]) =>
  faults.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => `${kind} ${name}`.includes(part)),
  ),
);
const counts = { passed: 0, failed: 0 };

const folders = Array.from({ length: Math.min(2, availableParallelism()) }, copyTree);
try {
  const projects = Object.values(
    Object.groupBy(
      chosen.map(({ seenBy }) => seenBy),
      ({ project }) => project,
    ),
  );
  await sideBySide(projects, tryWithoutFaults);
  await sideBySide(chosen, tryFault);
} finally {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

/** Does a task for each item, one at a time in each copy. */
async function sideBySide<Item>(
  items: readonly Item[],
  task: (item: Item, folder: string) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    folders.map(async (folder) => {
      for (const item of waiting) await task(item, folder);
    }),
  );
}

/** Runs tests without faults: one that fails anyway says nothing about a fault. */
async function tryWithoutFaults(tests: readonly SeeingTest[] = [], folder: string): Promise<void> {
  const { passed, failed } = await runTests(folder, tests).catch(countNothing);
  if (failed === 0 && passed > 0) return;
  counts.failed += 1;
  console.log(`BASELINE FAILS      ${failed} of ${failed + passed} in ${tests[0]?.project}`);
}

/** Plants a fault in a copy, and runs the test that should see it. */
async function tryFault(
  { name, file, search, replace, seenBy }: Fault,
  folder: string,
): Promise<void> {
  const began = performance.now();
  // The working tree may have changed since it was copied.
  const place = join(folder, file);
  const source = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(
    place,
    source.replace(search, () => replace),
  );
  const { failed } = await runTests(folder, [seenBy]).catch(countNothing);
  // Without its one place, nothing was planted, or in the wrong one.
  const isSeen = source.split(search).length === 2 && failed > 0;
  fs.writeFileSync(place, source);
  const seconds = `${((performance.now() - began) / 1_000).toFixed(1)} s`.padStart(8);
  counts[isSeen ? 'passed' : 'failed'] += 1;
  console.log(
    `${isSeen ? 'killed  ' : 'SURVIVED'}${seconds}    ${name} ${seenBy.file}: ${seenBy.title}`,
  );
}

/** The result of tests that could not be run: they have neither passed nor seen a fault. */
function countNothing(error: unknown): Count {
  console.error(error);
  return { passed: 0, failed: 0 };
}

/** Copies what git tracks, as it is in the working tree; the packages are shared. */
function copyTree(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'thought-cloud-planted-'));
  // A checkout may belong to somebody else, which git otherwise refuses.
  const own = ['-c', `safe.directory=${resolve('.')}`];
  const list = [...own, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\0');
  for (const file of files) {
    if (file !== '' && fs.existsSync(file)) fs.cpSync(file, join(folder, file));
  }
  fs.symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Runs tests of one project in a copy of it, by their files and titles. */
async function runTests(folder: string, tests: readonly SeeingTest[]): Promise<Count> {
  const [{ project } = { project: '' }] = tests;
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = tests.map(({ title }) => RegExp.escape(title));
  const filter = titles.includes('') ? '.' : titles.join('|');
  // All others are Playwright's.
  if (!['chromium', 'touch', 'firebase'].includes(project)) {
    const options = ['--run', '--retry=0', '--reporter=json', `--outputFile=${REPORT}`];
    const command = ['vitest', ...files, '-t', filter, '--project', project, ...options];
    const report = v.parse(VitestReport, await reportOf(folder, command));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  }
  const isFirebase = project === 'firebase';
  await runToEnd(folder, isFirebase ? ['vite', 'build', '--mode', 'firebase'] : ['vite', 'build']);
  const options = ['--workers=1', '--retries=0', '--reporter=json'];
  const command = ['playwright', 'test', ...files, '-g', filter, '--project', project, ...options];
  const { stats } = v.parse(PlaywrightReport, await reportOf(folder, command));
  return { passed: stats.expected, failed: stats.unexpected };
}

/** Runs a runner, and reads the report that it leaves. */
async function reportOf(folder: string, command: readonly string[]): Promise<unknown> {
  const file = join(folder, REPORT);
  fs.rmSync(file, { force: true });
  const output = await runToEnd(folder, command);
  if (!fs.existsSync(file)) throw new Error(`${command.join(' ')} left no report.\n${output}`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** Runs a program of the project's packages; resolves with what it has printed. */
async function runToEnd(
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<string> {
  const PATH = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'close');
  return output;
}
