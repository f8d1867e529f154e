import type { Socket } from 'node:net';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';
import type { BoardProcess } from '#tests/faults/support/board-process.ts';
import {
  floodConnections,
  HOSTILE_KINDS,
  openHostile,
} from '#tests/faults/support/hostile-connections.ts';
import { pause } from '#tests/faults/support/pause.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface HeldOptions {
  board: BoardProcess;
  /** Someone who uses the board meanwhile. */
  visitor: Visitor;
  /** Connections of each kind, and of those that come and go between two requests. */
  each: number;
  /** Milliseconds to hold them. */
  duration: number;
}

export interface HeldOutcome {
  /** Sockets of the server before, while and after the connections were held. */
  sockets: { before: number; held: number; after: number };
  /** Milliseconds the visitor's requests took meanwhile, in ascending order. */
  times: number[];
}

const ASKING_INTERVAL = 100;

/** Holds connections of every hostile kind, in a flood of others, while somebody uses the board. */
export async function holdConnections(
  { progress, report }: Trial,
  { board, visitor, each, duration }: HeldOptions,
): Promise<HeldOutcome> {
  await ask(visitor);
  const before = board.sockets();
  const connections: Socket[] = HOSTILE_KINDS.flatMap((kind) =>
    Array.from({ length: each }, () => openHostile(board.port, kind)),
  );
  const times: number[] = [await ask(visitor)];
  const held = board.sockets();
  for (const end = performance.now() + duration; performance.now() < end;) {
    floodConnections(board.port, each);
    times.push(await ask(visitor));
    progress(() => `${board.sockets()} sockets of the server are open`);
    await pause(ASKING_INTERVAL);
  }
  // The last of the flood are still being dropped.
  await pause(ASKING_INTERVAL);
  const after = board.sockets();
  for (const connection of connections) connection.destroy();
  times.sort((a, b) => a - b);
  report(
    `${connections.length} connections held ${duration / 1000} s: ${before} sockets before, ` +
      `${held} at first, ${after} in the end; ${times.length} requests of another took ` +
      `${atMost(times, 0.5)} ms at the median, ${atMost(times, 0.99)} ms at the 99th hundredth`,
  );
  return { sockets: { before, held, after }, times };
}

async function ask(visitor: Visitor): Promise<number> {
  const began = performance.now();
  const answer = await visitor.send(PATHS.thoughts);
  if (answer.status !== 200) throw new Error(`Another one was answered ${answer.status}.`);
  await answer.text();
  return performance.now() - began;
}

function atMost(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}
