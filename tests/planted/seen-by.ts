import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { FAULTS } from './all-faults.ts';

const FILE = 'tests/planted/seen-by.json';

/** A test, or a file of tests, that is known to fail with a fault. */
export const SeeingTest = v.strictObject({
  runner: v.picklist(['vitest', 'playwright']),
  project: v.string(),
  file: v.string(),
  /** Stands both in the test's name and in its file; absent when the whole file is meant. */
  title: v.optional(v.pipe(v.string(), v.nonEmpty())),
});
export type SeeingTest = v.InferOutput<typeof SeeingTest>;

const SeenBy = v.record(v.string(), v.pipe(v.array(SeeingTest), v.nonEmpty()));
export type SeenBy = v.InferOutput<typeof SeenBy>;

/** Reads which tests see which fault, by the faults' names. */
export function readSeenBy(): SeenBy {
  return v.parse(SeenBy, JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Keeps which tests see which fault, in the order of the faults. */
export function writeSeenBy(seenBy: SeenBy): void {
  const ordered: SeenBy = {};
  for (const { name } of Object.values(FAULTS).flat()) {
    const tests = seenBy[name];
    if (tests !== undefined) ordered[name] = tests;
  }
  writeFileSync(FILE, `${JSON.stringify(ordered, null, 2)}\n`);
}
