import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import * as v from 'valibot';
import type { SeeingTest } from './seen-by.ts';

/** Milliseconds after which what hangs is ended. */
const TIME_LIMIT_MS = 900_000;
const REPORT = 'test-results/planted.json';

/** What became of a test. A file that could not be run has none, and sees nothing. */
export interface Outcome extends Pick<SeeingTest, 'project' | 'file'> {
  /** The title after those of its groups. */
  name: string;
  hasPassed: boolean;
}

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

const Spec = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(v.object({ status: v.string() })),
});
interface Suite {
  specs?: v.InferOutput<typeof Spec>[] | undefined;
  suites?: Suite[] | undefined;
}
const Suite: v.GenericSchema<Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
});
const PlaywrightReport = v.object({ suites: v.array(Suite) });

/** Whether a test is Playwright's. */
export function isInBrowser({ project }: SeeingTest): boolean {
  return ['chromium', 'touch', 'firebase'].includes(project);
}

/** Runs tests in a copy of the project by their files and titles. */
export async function runTests(folder: string, tests: readonly SeeingTest[]): Promise<Outcome[]> {
  const byProject = Object.values(Object.groupBy(tests, ({ project }) => project));
  const outcomes: Outcome[] = [];
  for (const some of byProject) {
    const [first] = some ?? [];
    if (some === undefined || first === undefined) continue;
    const files = [...new Set(some.map(({ file }) => file))];
    const titles = some.map(({ title }) => RegExp.escape(title));
    const filter = some.every(({ title }) => title !== '') ? titles.join('|') : '.';
    const run = isInBrowser(first) ? runPlaywright : runVitest;
    outcomes.push(...(await run(folder, first.project, [...files, '-t', filter])));
  }
  return outcomes;
}

async function runVitest(
  folder: string,
  project: string,
  args: readonly string[],
): Promise<Outcome[]> {
  const options = ['--run', '--retry=0', '--reporter=json', `--outputFile=${REPORT}`];
  const command = ['vitest', ...args, '--project', project, ...options];
  const report = v.parse(VitestReport, await reportOf(folder, command));
  return report.testResults.flatMap(({ name: path, assertionResults }) => {
    const at = { project, file: relative(folder, path) };
    return assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map(({ fullName, status }) => ({ ...at, name: fullName, hasPassed: status === 'passed' }));
  });
}

async function runPlaywright(
  folder: string,
  project: string,
  args: readonly string[],
): Promise<Outcome[]> {
  const isFirebase = project === 'firebase';
  const build = isFirebase ? ['node', 'scripts/build-firebase-site.ts'] : ['vite', 'build'];
  await runToEnd(folder, build);
  const options = ['--project', project, '--workers=1', '--retries=0', '--reporter=json'];
  const command = ['playwright', 'test', ...args.map((arg) => (arg === '-t' ? '-g' : arg))];
  const { suites } = v.parse(PlaywrightReport, await reportOf(folder, [...command, ...options]));
  return specsOf({ suites }).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status }) => {
        const at = { project, file: `tests/e2e/${file}` };
        return { ...at, name: title, hasPassed: status === 'expected' };
      }),
  );
}

function specsOf({ specs = [], suites = [] }: Suite): v.InferOutput<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Runs a runner, and reads the report that it leaves. */
async function reportOf(folder: string, command: readonly string[]): Promise<unknown> {
  const file = join(folder, REPORT);
  rmSync(file, { force: true });
  const output = await runToEnd(folder, command, { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT });
  if (!existsSync(file)) throw new Error(`${command.join(' ')} left no report.\n${output}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs a program of the project's packages; resolves with what it has printed. */
async function runToEnd(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const path = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
  });
  let output = '';
  const note = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  await once(child, 'close');
  return output;
}
