import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { skipWithoutProc } from '#tests/faults/support/board-process.ts';
import { openUnreadStream } from '#tests/faults/support/hostile-connections.ts';
import { forEachOf } from '#tests/faults/support/pause.ts';
import { serveTrials } from '#tests/faults/support/serve-trials.ts';
import { amountOf, startTrial } from '#tests/faults/support/trial.ts';
import { holdConnections } from '#tests/faults/trials/held-connections.ts';

/** Every limit on a connection that says nothing has passed then, in ms. */
const LIMITS_PASSED = 120_000;
/** Sockets a server has without anybody: it listens on two, and keeps some of its visitor's. */
const FEW = 20;
const STREAMS_PER_PERSON = 10;

const { board, ada } = serveTrials();

test('connections that never finish a request are closed, and hold up nobody', async (context) => {
  skipWithoutProc(context);
  const { sockets, times } = await holdConnections(startTrial('held connections'), {
    board: board(),
    visitor: ada(),
    each: amountOf('EACH', 200),
    duration: LIMITS_PASSED,
  });
  expect(sockets.after).toBeLessThan(FEW);
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
