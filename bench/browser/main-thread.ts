import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { median } from '#bench/statistics.ts';

/** Milliseconds for all that one event starts in the page: its animations end within a quarter of a second. */
const WINDOW_MS = 500;

export interface MainThread {
  /** Processor time (ms) that one event costs it: the median of several, over that of as many quiet whiles. */
  costOf: (times: number, act: () => Promise<unknown>) => Promise<number>;
}

/** Watches the main thread of a page: scripts, styles, layout and paint, whatever else the machine does. */
export async function watchMainThread(devTools: CDPSession): Promise<MainThread> {
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    return (seconds ?? Number.NaN) * 1_000;
  };
  const medianOf = async (times: number, act?: () => Promise<unknown>): Promise<number> => {
    const costs: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const before = await spent();
      await act?.();
      await pause(WINDOW_MS);
      costs.push((await spent()) - before);
    }
    return median(costs);
  };
  return {
    costOf: async (times, act) => {
      const quiet = await medianOf(times);
      return (await medianOf(times, act)) - quiet;
    },
  };
}
