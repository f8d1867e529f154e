/** A small fault that a person or an operator would notice, planted to see that a test notices it first. */
export interface Fault {
  /** What somebody would notice, in a few words; unique, so that tables and commands can name it. */
  name: string;
  /** Where it is planted, from the project's folder. */
  file: string;
  /** Stands exactly once in the file, so that a fault whose code has moved says so at once. */
  search: string;
  replace: string;
  /** The number of the promise it breaks, in docs/testing.md. */
  promise: number;
  /** The test that sees it: its project, its file and after a colon its title, or the whole file without one. */
  seenBy: string;
}

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
