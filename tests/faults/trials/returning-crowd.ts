import { startLoad } from '#bench/load/load-process.ts';
import type { Return } from '#bench/load/returning-readers.ts';
import { startProduct } from '#bench/product/product.ts';
import { serveFolder } from '#bench/product/serve-folder.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface CrowdOptions {
  readers: number;
  /** Milliseconds in which all have to be back. */
  limit: number;
}

/** How the crowd came back; the time counts from when the server was there again. */
export type CrowdReturn = Pick<Return, 'seconds' | 'never' | 'failures'>;

/** Restarts a board that many people read, each with a stream, and waits until they are back. */
export async function restartUnderCrowd(
  { report }: Trial,
  { readers, limit }: CrowdOptions,
): Promise<CrowdReturn> {
  const first = await startProduct({ people: readers, thoughts: 200 });
  const load = await startLoad(first);
  try {
    await load.run('watchReturn', { readers });
    report(`${readers} readers have their page and their stream`);
    const stopping = performance.now();
    await first.stop();
    const second = await serveFolder(first.folder, first.port);
    try {
      const away = (performance.now() - stopping) / 1_000;
      const { never, serverErrors, failures, ...returned } = await load.run('awaitReturn', {
        limit,
      });
      const seconds = returned.seconds - away;
      report(
        `${readers} readers were back ${seconds.toFixed(1)} s after a server that was away for ` +
          `${away.toFixed(1)} s, ${never} never; ${serverErrors} answers of 5xx, ` +
          `${failures} of them not 503 with a time`,
      );
      return { seconds, never, failures };
    } finally {
      await load.stop();
      await second.stop();
    }
  } finally {
    await load.stop();
    await first.stop();
  }
}
