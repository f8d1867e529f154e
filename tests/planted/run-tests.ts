import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import * as v from 'valibot';
import type { SeeingTest } from './fault.ts';

/** Milliseconds after which a test run that hangs is ended. */
const TIME_LIMIT_MS = 900_000;
const REPORT = 'test-results/planted.json';

/** How many tests passed and failed. A file that could not be run has none, and sees nothing. */
export interface Count {
  passed: number;
  failed: number;
}

const VitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
});

/** Whether the tests of a project are Playwright's. */
function isInBrowser({ project }: Pick<SeeingTest, 'project'>): boolean {
  return ['chromium', 'touch', 'firebase'].includes(project);
}

/** Runs tests of one project in a copy of it, by their files and titles. */
export async function runTests(folder: string, tests: readonly SeeingTest[]): Promise<Count> {
  const [{ project } = { project: '' }] = tests;
  const files = [...new Set(tests.map(({ file }) => file))];
  const titles = tests.map(({ title }) => RegExp.escape(title));
  const filter = titles.includes('') ? '.' : titles.join('|');
  if (!isInBrowser({ project })) {
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
  rmSync(file, { force: true });
  const output = await runToEnd(folder, command);
  if (!existsSync(file)) throw new Error(`${command.join(' ')} left no report.\n${output}`);
  return JSON.parse(readFileSync(file, 'utf8'));
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
