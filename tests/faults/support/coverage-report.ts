import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import * as v from 'valibot';

const QUESTION = 'report coverage';
/** The files whose coverage counts: ours, without the libraries. */
const OURS = /\/src\/(?:server|shared)\//u;

/** Lets this process's parent ask which ways through our functions were taken for the first time. */
export function reportCoverageWhenAsked(): void {
  let session: Session | null = null;
  const known = new Set<string>();
  const takeNew = async (): Promise<number> => {
    session ??= await startCoverage();
    const before = known.size;
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const { url, functions } of result.filter((script) => OURS.test(script.url))) {
      for (const { ranges } of functions) known.add(`${url}:${wayThrough(ranges)}`);
    }
    return known.size - before;
  };
  process.on('message', (message) => {
    if (message === QUESTION) void takeNew().then((found) => process.send?.(found));
  });
}

async function startCoverage(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  // With counts, because without them a function is reported once, whatever of it runs later.
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/** The function, which is the first range, and the parts of it that did not run. */
function wayThrough([whole, ...parts]: readonly Profiler.CoverageRange[]): string {
  const skipped = parts.filter(({ count }) => count === 0);
  return [whole, ...skipped].map((range) => `${range?.startOffset}-${range?.endOffset}`).join();
}

/** Asks a child how many new ways through its functions were taken since it was asked last. */
export async function askForCoverage(child: ChildProcess): Promise<number> {
  child.send(QUESTION);
  const [answer]: unknown[] = await once(child, 'message');
  return v.parse(v.number(), answer);
}
