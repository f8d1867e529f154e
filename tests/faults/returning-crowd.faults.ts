import { expect, test } from 'vitest';
import { startLoad } from '#bench/load/load-process.ts';
import { startProduct } from '#bench/product/product.ts';
import { serveBoard } from '#bench/product/serve-board.ts';
import { requireDescriptors } from '#bench/sides.ts';
import { skipWithoutProc } from './support/board-process.ts';
import { amountOf, startTrial } from './support/trial.ts';

/** Milliseconds. */
const HALF_A_MINUTE = 30_000;

test('a crowd of readers is back within half a minute of a restart', async (context) => {
  skipWithoutProc(context);
  const { report } = startTrial('returning crowd');
  const readers = amountOf('CROWD', 10_000);
  requireDescriptors(readers);
  const first = await startProduct({ people: readers, thoughts: 200 });
  const load = await startLoad(first);
  try {
    await load.run('watchReturn', { readers });
    const stopping = performance.now();
    await first.stop();
    const second = await serveBoard(first.folder, first.port);
    try {
      const away = (performance.now() - stopping) / 1_000;
      const returned = await load.run('awaitReturn', { limit: 2 * HALF_A_MINUTE });
      const { never, serverErrors, failures } = returned;
      const seconds = returned.seconds - away;
      report(
        `${readers} readers were back ${seconds.toFixed(1)} s after a server that was away for ` +
          `${away.toFixed(1)} s, ${never} never; ${serverErrors} answers of 5xx, ` +
          `${failures} of them not 503 with a time`,
      );
      expect([never, failures]).toEqual([0, 0]);
      expect(seconds * 1_000).toBeLessThan(HALF_A_MINUTE);
    } finally {
      await load.stop();
      await second.stop();
    }
  } finally {
    await load.stop();
    await first.stop();
  }
});
