import type { MemoryReport } from './memory-report.ts';

/**
 * By how much the last quarter's memory exceeds the second quarter's, as a part of it: the first
 * quarter is for warming up. Medians, so that one odd moment counts for nothing.
 */
export function growthOf(samples: readonly MemoryReport[], part: keyof MemoryReport): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const values = samples.map((sample) => sample[part]);
  const before = medianOf(values.slice(quarter, 2 * quarter));
  return medianOf(values.slice(-quarter)) / before - 1;
}

/** A sample in words. */
export function describeMemory(sample: MemoryReport | undefined): string {
  if (sample === undefined) return 'no memory measured';
  const [resident, heap, outside] = [sample.resident, sample.heap, sample.outside].map((value) =>
    value.toFixed(1),
  );
  return `${resident} MiB resident, ${heap} heap, ${outside} outside it`;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
