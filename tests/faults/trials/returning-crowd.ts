import { startLoad } from '#bench/load/load-process.ts';
import type { Return } from '#bench/load/returning-readers.ts';
import { startProduct } from '#bench/product/product.ts';
import { serveFolder } from '#bench/product/serve-folder.ts';
import { peopleFor } from '#bench/sides.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

export interface CrowdOptions {
  readers: number;
  /** Milliseconds in which all have to be back. */
  limit: number;
}

/** Restarts a board that many people read, each with a stream, and waits until they are back. */
export async function restartUnderCrowd(
  { report }: Trial,
  { readers, limit }: CrowdOptions,
): Promise<Return> {
  const first = await startProduct({ people: peopleFor(readers), thoughts: 200 });
  const load = await startLoad(first);
  try {
    await load.run('watchReturn', { readers });
    report(`${readers} readers have their page and their stream`);
    await first.stop();
    const second = await serveFolder(first.folder, first.port);
    try {
      const returned = await load.run('awaitReturn', { limit });
      const { seconds, never, serverErrors, failures } = returned;
      report(
        `${readers} readers were back after ${seconds.toFixed(1)} s, ${never} never; ` +
          `${serverErrors} answers of 5xx, ${failures} of them not 503 with a time`,
      );
      return returned;
    } finally {
      await load.stop();
      await second.stop();
    }
  } finally {
    await load.stop();
    await first.stop();
  }
}
