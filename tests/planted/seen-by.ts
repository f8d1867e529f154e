import { readFileSync } from 'node:fs';
import * as v from 'valibot';

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
