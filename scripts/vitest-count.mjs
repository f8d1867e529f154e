import { writeFileSync } from 'node:fs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {Parameters<NonNullable<import('vitest/node').Reporter['onTestRunEnd']>>[1]} Errors */

/** The variable that names the file for the report, if one is wanted. */
export const REPORT_FILE = 'TEST_REPORT_FILE';

/**
 * A reporter of Vitest: writes a {@link import('./suites.mjs').Count}. Unlike in Vitest's own JSON,
 * what failed outside any test is in it.
 */
export class CountReporter {
  /** @param {string} file */
  constructor(file) {
    this.file = file;
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {Errors} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const failures = [
      ...failed.map((test) => `${titleOf(test)}: ${causeOf(test.result().errors)}`),
      ...modules
        .filter((module) => module.errors().length > 0)
        .map((module) => `${module.relativeModuleId}: ${causeOf(module.errors())}`),
      ...unhandledErrors.map((error) => `outside the tests: ${causeOf([error])}`),
    ];
    const count = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      failures,
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(titleOf),
    };
    writeFileSync(this.file, JSON.stringify(count));
  }
}

/** @param {TestCase} test */
function titleOf({ module, project, fullName }) {
  return `${project.name}, ${module.relativeModuleId}: ${fullName}`;
}

/** @param {readonly { message: string }[] | undefined} errors */
function causeOf(errors) {
  return errors?.[0]?.message.split('\n', 1)[0] ?? '';
}
