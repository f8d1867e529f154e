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
      // A file that can't be read, or what a group does before and after its tests.
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()]
          .filter((group) => group.errors().length > 0)
          .map((group) => `${placeOf(module)}: ${causeOf(group.errors())}`),
      ),
      ...unhandledErrors.map((error) => `outside the tests: ${causeOf([error])}`),
    ];
    const count = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      failures,
    };
    writeFileSync(this.file, JSON.stringify(count));
  }
}

/** @param {TestCase} test */
function titleOf({ module, fullName }) {
  return `${placeOf(module)}: ${fullName}`;
}

/** @param {TestModule} module */
function placeOf({ project, relativeModuleId }) {
  return `${project.name}, ${relativeModuleId}`;
}

/** @param {readonly { message: string }[] | undefined} errors */
function causeOf(errors) {
  return errors?.[0]?.message.split('\n', 1)[0] ?? '';
}
