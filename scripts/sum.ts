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
   * that it prints, or its own sum, or the step as one.
   */
  command: string;
  /** Arguments that are added to the command. */
  args?: readonly string[];
}

interface Count {
  passed: number;
  failures: readonly string[];
}

const REPORTS = join(root, 'test-results');
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** A complaint of a check begins with the file it is about; the planted faults have two of their own. */
const COMPLAINT = /^(?:[\w./@-]+\.\w+\b|NOT SEEN |FAILS UNPLANTED )/u;
const SUM = /^(\d+) passed, \d+ failed$/u;

/**
 * Runs stages one after the other, and the steps of each two at a time, whether they fail or not.
 * Prints each step with its time, every failure, and finally `N passed, N failed`. Returns the exit code.
 */
export async function runAndSum(stages: readonly (readonly Step[])[]): Promise<number> {
  mkdirSync(REPORTS, { recursive: true });
  const lines: string[] = [];
  const failed: string[] = [];
  let passed = 0;
  for (const stage of stages) {
    for (const { name, seconds, ...count } of await runStage(stage)) {
      const counts = `${name.padEnd(30)}${count.passed} passed, ${count.failures.length} failed`;
      lines.push(`${counts.padEnd(56)}${seconds.toFixed(1).padStart(7)} s`);
      failed.push(...count.failures.map((failure) => `failed: ${name}, ${failure}`));
      passed += count.passed;
    }
  }
  const sum = `${passed} passed, ${failed.length} failed`;
  console.log(['', ...lines, ...failed, '', sum].join('\n'));
  return failed.length > 0 ? 1 : 0;
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
  const isEmpty = hasTests && count.passed === 0 && mayBeEmpty !== true;
  if (count.failures.length > 0 || (isSuccess && !isEmpty)) return count;
  return { ...count, failures: [`failed as a whole: ${output.at(-1) ?? 'it said nothing'}`] };
}

function countLines(isSuccess: boolean, output: readonly string[]): Count {
  const [, passed = isSuccess ? 1 : 0] = SUM.exec(output.at(-1) ?? '') ?? [];
  const failures = isSuccess ? [] : output.filter((line) => COMPLAINT.test(line));
  return { passed: Number(passed), failures };
}

/** Counts the tests in a report, and as failed each file that was named but is not in the report. */
function countTests({ name, args = [] }: Step): Count {
  const file = reportOf(name);
  const report = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const cases = report.split('<testcase ').slice(1);
  const failed = cases.filter((each) => each.includes('<failure'));
  const leftOut = args.filter(
    (arg) => existsSync(join(root, arg)) && !report.includes(basename(arg)),
  );
  return {
    passed: cases.filter((each) => !/<(?:failure|skipped)/u.test(each)).length,
    failures: [
      ...failed.map((each) =>
        ['classname', 'name', 'message'].map((key) => attributeOf(each, key)).join(': '),
      ),
      ...leftOut.map((path) => `${path}: none of the projects that ran has this file`),
    ],
  };
}

/** The first line of an attribute's value. */
function attributeOf(xml: string, key: string): string {
  const [, value = ''] = new RegExp(`\\b${key}="([^"]*)"`, 'u').exec(xml) ?? [];
  const [line = ''] = linesOf(value.replaceAll(/&#(?:10|xA);/gu, '\n'));
  return line.replaceAll(/&(\w+);/gu, (entity, name: string) => ENTITIES[name] ?? entity);
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
