import { experimental_getRunnerTask, JUnitReporter } from 'vitest/node';

type RunEnd = Parameters<JUnitReporter['onTestRunEnd']>;

/** Writes Vitest's own report, with the reason of each skip as a property, as Playwright does. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export.
export default class extends JUnitReporter {
  override async onTestRunEnd(...ended: RunEnd): Promise<void> {
    const [modules] = ended;
    for (const test of modules.flatMap((each) => [...each.children.allTests('skipped')])) {
      const result = test.result();
      if (result.state === 'skipped' && result.note !== undefined) {
        const { annotations } = experimental_getRunnerTask(test);
        annotations.push({ type: 'skip', message: result.note });
      }
    }
    await super.onTestRunEnd(...ended);
  }
}
