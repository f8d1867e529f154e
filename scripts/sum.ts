import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { concurrently, type CloseEvent } from 'concurrently';
import { root } from './run.mjs';

/** A program to run, and how its result is counted. */
export interface Step {
  name: string;
  /**
   * A shell command. If it names a runner's report by `{report}`, each test in that counts; else each complaint
   * that it prints, or its own sum with what that names, or the step as one.
   */
  command: string;
  /** Arguments that are added to the command. */
  args?: readonly string[];
}

interface Count {
  passed: number;
  failures: readonly string[];
  skips: readonly string[];
}

const REPORTS = join(root, 'test-results');
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const OUTPUT = /<!\[CDATA\[.*?\]\]>/gsu;
const FAILED = /<(?:failure|error)\b/u;
const SKIPPED = /<skipped\b/u;
const TEST_FILE = /\.(?:test|spec|faults)\.tsx?$/u;
/** Both runners write a skip's reason as a property; Vitest by scripts/junit-reporter.ts. */
const REASON = /<property name="(?:skip|fixme)" value="([^"]+)"/u;

/** A complaint of a check begins with the file it is about; the planted faults have two of their own. */
const COMPLAINT = /^(?:[\w./@-]+\.\w+\b|SURVIVED |BASELINE FAILS )/u;
const SUM = /^(\d+) passed, \d+ failed, \d+ skipped$/u;
const FAILED_STEP = 'failed: ';
const SKIPPED_STEP = 'skipped: ';

/**
 * Runs stages one after the other, and the steps of each two at a time, whether they fail or not.
 * Prints each step with its time, every skip and every failure, each with its reason, what `describeRun`
 * says once all have run, and finally `N passed, N failed, N skipped`. Returns the exit code.
 */
export async function runAndSum(
  stages: readonly (readonly Step[])[],
  describeRun: () => Promise<string>,
): Promise<number> {
  mkdirSync(REPORTS, { recursive: true });
  const lines: string[] = [];
  const failed: string[] = [];
  const skipped: string[] = [];
  let passed = 0;
  for (const stage of stages) {
    for (const { name, seconds, ...count } of await runStage(stage)) {
      const { failures, skips } = count;
      const counts = `${name.padEnd(30)}${sumOf(count.passed, failures, skips)}`;
      lines.push(`${counts.padEnd(66)}${seconds.toFixed(1).padStart(7)} s`);
      failed.push(...failures.map((failure) => `${FAILED_STEP}${name}, ${failure}`));
      skipped.push(...skips.map((skip) => `${SKIPPED_STEP}${name}, ${skip}`));
      passed += count.passed;
    }
  }
  const sum = sumOf(passed, failed, skipped);
  const last = [await describeRun(), sum];
  console.log(['', ...lines, ...skipped, ...failed, '', ...last].join('\n'));
  return failed.length > 0 ? 1 : 0;
}

function sumOf(passed: number, failed: readonly string[], skipped: readonly string[]): string {
  return `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
}

async function runStage(steps: readonly Step[]) {
  for (const { name } of steps) rmSync(reportOf(name), { force: true });
  const { commands, result } = concurrently(
    steps.map(({ name, command, args = [] }) => ({
      name,
      command: [command.replace('{report}', quote(reportOf(name))), ...args.map(quote)].join(' '),
    })),
    { cwd: root, group: true, maxProcesses: 2, prefix: steps.length > 1 ? 'name' : 'none' },
  );
  const outputs = steps.map(() => '');
  for (const { index, stdout, stderr } of commands) {
    const keep = (text: unknown): void => void (outputs[index] += String(text));
    stdout.subscribe(keep);
    stderr.subscribe(keep);
  }
  const events = await result.catch((ended: CloseEvent[]) => ended);
  return steps.map((step, index) => {
    const event = events.find((each) => each.index === index);
    const output = linesOf(outputs[index] ?? '');
    const count = countOf(step, event?.exitCode === 0, output);
    return { name: step.name, seconds: event?.timings.durationSeconds ?? 0, ...count };
  });
}

function countOf(step: Step, isSuccess: boolean, output: readonly string[]): Count {
  const hasTests = step.command.includes('{report}');
  const count = hasTests ? countTests(step) : countLines(isSuccess, output);
  const mayBeEmpty = step.args?.some((arg) => arg.startsWith('--changed'));
  const isEmpty = hasTests && count.passed + count.skips.length === 0 && mayBeEmpty !== true;
  if (count.failures.length > 0 || (isSuccess && !isEmpty)) return count;
  return { ...count, failures: [`failed as a whole: ${output.at(-1) ?? 'it said nothing'}`] };
}

function countLines(isSuccess: boolean, output: readonly string[]): Count {
  const [, passed = isSuccess ? 1 : 0] = SUM.exec(output.at(-1) ?? '') ?? [];
  const named = namedAs(FAILED_STEP, output);
  const complaints = output.filter((line) => COMPLAINT.test(line));
  return {
    passed: Number(passed),
    failures: isSuccess ? [] : ([named, complaints].find(({ length }) => length > 0) ?? []),
    skips: namedAs(SKIPPED_STEP, output),
  };
}

/** What another sum names in lines that begin so. */
function namedAs(kind: string, output: readonly string[]): string[] {
  return output.filter((line) => line.startsWith(kind)).map((line) => line.slice(kind.length));
}

/** Counts the tests in a report, and as failed each file that was named but is not in the report. */
function countTests({ name, args = [] }: Step): Count {
  const file = reportOf(name);
  // What a test printed may look like a report.
  const report = (existsSync(file) ? readFileSync(file, 'utf8') : '').replaceAll(OUTPUT, '');
  const cases = report.split('<testcase ').slice(1);
  const failed = cases.filter((each) => FAILED.test(each));
  const skipped = cases.filter((each) => SKIPPED.test(each) && !FAILED.test(each));
  const leftOut = args.filter(
    (arg) =>
      (existsSync(join(root, arg)) || TEST_FILE.test(arg)) && !report.includes(basename(arg)),
  );
  return {
    passed: cases.length - failed.length - skipped.length,
    failures: [
      ...failed.map((each) => describe(each, attributeOf(each, 'message'))),
      ...leftOut.map((path) => `${path}: none of the projects that ran has this file`),
      ...checkTotals(report, cases.length, failed.length),
    ],
    skips: skipped.map((each) => describe(each, REASON.exec(each)?.[1] ?? 'no reason is given')),
  };
}

function describe(testcase: string, reason: string): string {
  return [attributeOf(testcase, 'classname'), attributeOf(testcase, 'name'), unescape(reason)].join(
    ': ',
  );
}

/** A report's own totals say more than its tests where something broke outside of them. */
function checkTotals(report: string, tests: number, failed: number): string[] {
  const [head] = /<testsuites [^>]*>/u.exec(report) ?? [];
  if (head === undefined) return [];
  const [all = 0, ...bad] = ['tests', 'failures', 'errors'].map((key) =>
    Number(attributeOf(head, key)),
  );
  const allBad = bad.reduce((sum, each) => sum + each, 0);
  if (all === tests && allBad === failed) return [];
  return [`its report lists ${tests} tests, ${failed} failed, but counts ${all}, ${allBad} failed`];
}

/** The first line of an attribute's value. */
function attributeOf(xml: string, key: string): string {
  const [, value = ''] = new RegExp(`\\b${key}="([^"]*)"`, 'u').exec(xml) ?? [];
  const [line = ''] = linesOf(value.replaceAll(/&#(?:10|xA);/gu, '\n'));
  return unescape(line);
}

function unescape(text: string): string {
  return text.replaceAll(/&(\w+);/gu, (entity, name: string) => ENTITIES[name] ?? entity);
}

function reportOf(name: string): string {
  return join(REPORTS, `${name.replaceAll(/\W+/gu, '-')}.xml`);
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** An argument as a shell takes it whole. */
export function quote(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
