import { availableParallelism } from 'node:os';
import { FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { runTests, type Outcome } from './run-tests.ts';
import { readSeenBy, type SeeingTest } from './seen-by.ts';
import { writeTable } from './table.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

const seenBy = readSeenBy();
const wanted = process.argv.slice(2);
const chosen = Object.entries(FAULTS).flatMap(([kind, faults]) =>
  faults.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => isPart(part, kind, name)),
  ),
);
const counts = { passed: 0, failed: 0 };

const copies = Array.from({ length: Math.min(2, availableParallelism(), chosen.length) }, copyTree);
try {
  await checkWithoutFaults(copies);
  const waiting = [...chosen];
  await Promise.all(copies.map((copy) => tryNext(copy, waiting)));
} finally {
  for (const copy of copies) copy.remove();
}
writeTable(seenBy);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

function isPart(part: string, kind: string, name: string): boolean {
  return kind.includes(part) || name.includes(part);
}

/** A test that fails without a fault says nothing about one. */
async function checkWithoutFaults([first, second = first]: readonly TreeCopy[]): Promise<void> {
  const tests = chosen.flatMap(({ name }) => seenBy[name] ?? []);
  const [inVitest, inBrowser] = [
    tests.filter(({ runner }) => runner === 'vitest'),
    tests.filter(({ runner }) => runner === 'playwright'),
  ];
  if (first === undefined || second === undefined) return;
  const outcomes = await Promise.all([
    runTests(first.folder, inVitest).catch(tellNothing),
    runTests(second.folder, inBrowser).catch(tellNothing),
  ]);
  const known = outcomes.flat();
  const bad = tests.filter((test) => !isPassed(test, known));
  for (const place of new Set(bad.map(describe))) console.log(`FAILS UNPLANTED     ${place}`);
  counts.failed += bad.length;
}

async function tryNext(copy: TreeCopy, waiting: Fault[]): Promise<void> {
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const began = performance.now();
    const tests = await tryFault(copy, fault).catch(tellNothing);
    const seconds = `${((performance.now() - began) / 1_000).toFixed(1)} s`.padStart(8);
    if (tests.length === 0) counts.failed += 1;
    else counts.passed += 1;
    const place = tests.map(describe).join('; ');
    console.log(`${place === '' ? 'NOT SEEN' : 'seen    '}${seconds}    ${fault.name} ${place}`);
  }
}

/** What could not be run has neither passed nor seen anything. */
function tellNothing(error: unknown): never[] {
  console.error(error);
  return [];
}

/** Resolves with those of the tests known to see a fault that do. */
async function tryFault(copy: TreeCopy, fault: Fault): Promise<readonly SeeingTest[]> {
  copy.plant(fault);
  try {
    const known = seenBy[fault.name] ?? [];
    const outcomes = await runTests(copy.folder, known);
    return known.filter((test) => outcomes.some((one) => !one.hasPassed && isOf(test, one)));
  } finally {
    copy.heal();
  }
}

function isPassed(test: SeeingTest, outcomes: readonly Outcome[]): boolean {
  const own = outcomes.filter((outcome) => isOf(test, outcome));
  return own.length > 0 && own.every(({ hasPassed }) => hasPassed);
}

function isOf({ project, file, title = '' }: SeeingTest, outcome: Outcome): boolean {
  return outcome.project === project && outcome.file === file && outcome.name.includes(title);
}

function describe({ file, title }: SeeingTest): string {
  return title === undefined ? file : `${file}: ${title}`;
}
