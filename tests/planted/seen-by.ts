import type { Fault } from './fault.ts';

/** A test, or a file of tests, that is known to fail with a fault. */
export interface SeeingTest {
  project: string;
  file: string;
  /** Stands both in the test's name and in its file; empty when the whole file is meant. */
  title: string;
}

/** The test that sees a fault. */
export function seeingTest({ name, seenBy }: Fault): SeeingTest {
  const [, project, file, title = ''] = /^(\w+) ([^ :]+)(?:: (.+))?$/u.exec(seenBy) ?? [];
  if (project === undefined || file === undefined) throw new Error(`${name}: who sees it?`);
  return { project, file, title };
}
