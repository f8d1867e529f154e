import { availableParallelism } from 'node:os';
import { FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { isInBrowser, runTests, type Outcome } from './run-tests.ts';
import { seeingTest, type SeeingTest } from './seen-by.ts';
import { writeTable } from './table.ts';
import { copyTree, type TreeCopy } from './tree-copy.ts';

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
writeTable();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

function isPart(part: string, kind: string, name: string): boolean {
  return kind.includes(part) || name.includes(part);
}

/** A test that fails without a fault says nothing about one. */
async function checkWithoutFaults([first, second = first]: readonly TreeCopy[]): Promise<void> {
  const tests = chosen.map(seeingTest);
  const [inVitest, inBrowser] = [
    tests.filter((test) => !isInBrowser(test)),
    tests.filter(isInBrowser),
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
    const isSeen = (await tryFault(copy, fault).catch(tellNothing)) === true;
    const seconds = `${((performance.now() - began) / 1_000).toFixed(1)} s`.padStart(8);
    if (isSeen) counts.passed += 1;
    else counts.failed += 1;
    const place = describe(seeingTest(fault));
    console.log(`${isSeen ? 'seen    ' : 'NOT SEEN'}${seconds}    ${fault.name} ${place}`);
  }
}

/** What could not be run has neither passed nor seen anything. */
function tellNothing(error: unknown): never[] {
  console.error(error);
  return [];
}

/** Whether the test that should see a fault does. */
async function tryFault(copy: TreeCopy, fault: Fault): Promise<boolean> {
  copy.plant(fault);
  try {
    const test = seeingTest(fault);
    const outcomes = await runTests(copy.folder, [test]);
    return outcomes.some((one) => !one.hasPassed && isOf(test, one));
  } finally {
    copy.heal();
  }
}

function isPassed(test: SeeingTest, outcomes: readonly Outcome[]): boolean {
  const own = outcomes.filter((outcome) => isOf(test, outcome));
  return own.length > 0 && own.every(({ hasPassed }) => hasPassed);
}

function isOf({ project, file, title }: SeeingTest, outcome: Outcome): boolean {
  return outcome.project === project && outcome.file === file && outcome.name.includes(title);
}

function describe({ file, title }: SeeingTest): string {
  return title === '' ? file : `${file}: ${title}`;
}
