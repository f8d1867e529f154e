import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';
import { skipWithoutProc } from './support/board-process.ts';
import {
  floodConnections,
  HOSTILE_KINDS,
  openHostile,
  openUnreadStream,
} from './support/hostile-connections.ts';
import { forEachOf, pause } from './support/pause.ts';
import { serveTrials } from './support/serve-trials.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** Every limit on a connection that says nothing has passed then, in ms. */
const LIMITS_PASSED = 120_000;
/** Milliseconds between two requests of somebody else. */
const ASKING_INTERVAL = 100;
/** Sockets a server has without anybody: it listens on two, and keeps some of its visitor's. */
const FEW = 20;
const STREAMS_PER_PERSON = 10;

const { board, ada } = serveTrials();

test('connections that never finish a request are closed, and hold up nobody', async (context) => {
  skipWithoutProc(context);
  const { progress, report } = startTrial('held connections');
  const each = amountOf('EACH', 200);
  const connections: Socket[] = HOSTILE_KINDS.flatMap((kind) =>
    Array.from({ length: each }, () => openHostile(board().port, kind)),
  );
  const times: number[] = [];
  for (const end = performance.now() + LIMITS_PASSED; performance.now() < end;) {
    floodConnections(board().port, each);
    times.push(await ask(ada()));
    progress(() => `${board().sockets()} sockets of the server are open`);
    await pause(ASKING_INTERVAL);
  }
  // The last of the flood are still being dropped.
  await pause(ASKING_INTERVAL);
  const left = board().sockets();
  for (const connection of connections) connection.destroy();
  times.sort((a, b) => a - b);
  report(
    `${connections.length} connections held: ${left} sockets in the end; ${times.length} requests ` +
      `of another took ${atMost(times, 0.5)} ms at the median, ${atMost(times, 0.99)} ms at the 99th hundredth`,
  );
  expect(left).toBeLessThan(FEW);
  expect(times.at(-1)).toBeLessThan(5_000);
});

test('streams that nobody reads are dropped, and memory stays bounded', async (context) => {
  skipWithoutProc(context);
  const trial = startTrial('unread streams');
  const before = board().memory();
  const unread: Socket[] = [];
  for (let person = 0; person < 10; person += 1) {
    const email = `reader${person}@example.com`;
    const cookie = (await signIn(board().origin, { name: email, email })).jar.header('/');
    for (let count = 0; count < STREAMS_PER_PERSON; count += 1) {
      unread.push(openUnreadStream(board().port, cookie));
    }
  }
  const writes = amountOf('WRITES', 30_000);
  let most = 0;
  await forEachOf(Array(writes).keys(), 16, async (count) => {
    const path = `${PATHS.thoughts}/${newTextID()}`;
    const { status } = await ada().sendJSON('PUT', path, { text: 'x'.repeat(150) });
    expect(status).toBe(204);
    if (count % 500 === 0) most = Math.max(most, board().memory());
    trial.progress(() => `${count} of ${writes} writes, ${board().sockets()} sockets`);
  });
  trial.report(
    `${unread.length} unread streams, ${writes} writes: ${board().sockets()} sockets are left, ` +
      `memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
  );
  for (const socket of unread) socket.destroy();
  expect(board().sockets()).toBeLessThan(unread.length);
  expect(most - before).toBeLessThan(256);
});

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
