import { expect, test } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import {
  startOnBadMachine,
  type FaultyMachine,
  type MachineFault,
} from './support/machine-faults.ts';
import { compareStored, lockDatabase, type Written } from './support/stored.ts';
import { amountOf, startTrial, type Random } from './support/trial.ts';

interface Outcome extends Written {
  /** Writes that were refused, by how they were answered. */
  refused: Record<number, number>;
  /** Failures that must not happen: reads that failed or waited, a board that did not recover. */
  failures: string[];
  /** The longest read of all rounds, in ms. */
  slowest: number;
}

/** Faults of a board's machine. Each write fails, or every n-th, so that every step of a commit is hit. */
const MACHINE_FAULTS: Readonly<Record<string, (random: Random) => MachineFault>> = {
  'slow disk': (random) => ({ syncDelay: 100 + random.below(900) }),
  'failing disk': (random) => ({ writeError: 'I/O error', every: 1 + random.below(8) }),
  'full disk': (random) => ({ writeError: 'no space', every: 1 + random.below(8) }),
  'read-only': (random) => ({ writeError: 'read-only', every: 1 + random.below(8) }),
  clock: (random) => ({ clockShift: (random.below(49) - 24) * 3_600 }),
};
const KINDS = [...Object.keys(MACHINE_FAULTS), 'locked'];

const WRITERS = 4;
const FAULT_LENGTH_MS = 1_500;
/** Milliseconds in which the board has to recover once the machine has. */
const RECOVERY_TIMEOUT = 10_000;
/** Milliseconds that a read may take while writes are stuck, even on a busy machine. */
const READING_TIMEOUT = 1_000;

test('through alternating faults of disk and clock, reads go on and nothing is lost', async (context) => {
  const { board, machine, dataFolder, visitor, readLog } = await startOnBadMachine(context);
  const { random, report } = startTrial('bad machine');
  const rounds = amountOf('FAULTS', 120);
  const outcome: Outcome = {
    sent: new Set(),
    acknowledged: new Set(),
    refused: {},
    failures: [],
    slowest: 0,
  };
  for (let round = 0; round < rounds; round += 1) {
    const kind = KINDS[round % KINDS.length] ?? '';
    const fail = (failure: unknown) => outcome.failures.push(`${kind}: ${String(failure)}`);
    const heal = breakMachine(kind, { machine, dataFolder, random });
    const until = performance.now() + FAULT_LENGTH_MS;
    const writers = Array.from({ length: WRITERS }, () => writeUntil(visitor, until, outcome));
    while (performance.now() < until) {
      const began = performance.now();
      const { status } = await visitor.send(PATHS.thoughts);
      const took = performance.now() - began;
      outcome.slowest = Math.max(outcome.slowest, took);
      if (status !== 200) fail(`reading was answered ${status}`);
      if (took > READING_TIMEOUT) fail(`reading took ${took.toFixed(0)} ms`);
      await pause(20);
    }
    heal();
    await Promise.all(writers);
    await recover(visitor, outcome).catch(fail);
  }
  report(`${rounds} faults, ${describe(outcome)}`);
  await board.end('SIGTERM');
  expect(outcome.failures).toEqual([]);
  expect(compareStored(dataFolder, outcome)).toEqual([]);
  expect(readLog()).toContain('database or disk is full');
});

async function writeUntil(visitor: Visitor, until: number, outcome: Outcome): Promise<void> {
  while (performance.now() < until) if ((await add(visitor, outcome)) !== 204) await pause(20);
}

/** Adds a thought whose text is its id, and records the outcome. */
async function add(
  visitor: Visitor,
  { sent, acknowledged, refused }: Outcome,
  textID = newId(),
): Promise<number> {
  sent.add(textID);
  const { status } = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text: textID });
  if (status === 204) acknowledged.add(textID);
  else refused[status] = (refused[status] ?? 0) + 1;
  return status;
}

/** Waits until writes work, the board says that it is ready, and the newest thought is on top. */
async function recover(visitor: Visitor, outcome: Outcome): Promise<void> {
  const textID = newId();
  for (const until = performance.now() + RECOVERY_TIMEOUT; ; await pause(50)) {
    const isWell =
      (await add(visitor, outcome, textID)) === 204 &&
      (await visitor.send(PATHS.ready)).status === 200;
    if (isWell) break;
    if (performance.now() > until) throw new Error('the board did not recover');
  }
  const newest: unknown = await (await visitor.send(`${PATHS.thoughts}?limit=1`)).json();
  if (!JSON.stringify(newest).includes(textID)) throw new Error('the newest is not on top');
}

function describe({ acknowledged, refused, slowest }: Outcome): string {
  const counts = `${acknowledged.size} thoughts acknowledged, refused by status: ${JSON.stringify(refused)}`;
  return `${counts}, slowest reading ${slowest.toFixed(0)} ms`;
}

interface Breaking {
  machine: FaultyMachine;
  dataFolder: string;
  random: Random;
}

/** Makes something go wrong; returns what makes it right again. */
function breakMachine(kind: string, { machine, dataFolder, random }: Breaking): () => void {
  const fault = MACHINE_FAULTS[kind]?.(random);
  if (fault === undefined) return lockDatabase(dataFolder).release;
  machine.set(fault);
  return () => machine.set({});
}
