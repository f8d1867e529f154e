import type { PostgresServer } from '#tests/postgres/postgres-server.ts';
import { byHand, killBackends } from '#tests/postgres/by-hand.ts';
import type { BoardProcess } from './board-process.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { pause } from './pause.ts';
import type { Random } from './trial.ts';

/** What can go wrong with a board's servers and their PostgreSQL. */
export const OUTAGES = [
  'killed server',
  'restart',
  'crash',
  'killed process',
  'killed connections',
  'cut connections',
  'busy connections',
  'stall',
] as const;
export type Outage = (typeof OUTAGES)[number];

/** Longest stall, in ms. */
const LONGEST_STALL = 2_000;

export interface OutageOptions {
  postgres: PostgresServer;
  url: string;
  /** What leads the servers to it. */
  proxy: FaultProxy;
  boards: readonly [BoardProcess, ...BoardProcess[]];
  random: Random;
  /** Most milliseconds that the database is away, or all of its connections are busy. */
  longest: number;
}

/** Lets something go wrong; resolves once the database is back. */
export async function breakBoard(kind: Outage, options: OutageOptions): Promise<void> {
  const { postgres, url, proxy, boards, random, longest } = options;
  const millis = random.below(longest);
  switch (kind) {
    case 'killed server': {
      const victim = random.pick(boards);
      await victim.end('SIGKILL');
      return victim.start();
    }
    case 'restart':
    case 'crash':
      await postgres.stop(kind === 'restart' ? 'SIGINT' : 'SIGQUIT');
      await pause(millis);
      return postgres.start();
    case 'killed process':
      await killProcess(url);
      return untilAnswered(url);
    case 'killed connections':
      return repeat(1 + random.below(5), async () => {
        await killBackends(url);
        await pause(random.below(200));
      });
    case 'cut connections':
      // PostgreSQL goes on with what it has, so that commits succeed without an answer.
      return repeat(1 + random.below(20), async () => {
        proxy.cut(() => random.chance(0.7));
        await pause(random.below(100));
      });
    case 'busy connections':
      // Whoever reads or writes waits for it, with a connection each.
      await byHand(
        url,
        `begin; lock table "Thoughts-Data" in access exclusive mode; select pg_sleep(${millis / 1_000})`,
      );
      return undefined;
    case 'stall':
      postgres.freeze(true);
      await pause(random.below(LONGEST_STALL));
      return postgres.freeze(false);
  }
}

async function repeat(count: number, task: () => Promise<void>): Promise<void> {
  for (let left = count; left > 0; left -= 1) await task();
}

/** Kills one process, after which PostgreSQL ends all others and recovers by itself. */
async function killProcess(url: string): Promise<void> {
  const [row] = await byHand(
    url,
    `select "pid" from pg_stat_activity
      where "datname" = current_database() and "pid" <> pg_backend_pid() limit 1`,
  );
  if (row !== undefined) process.kill(Number(row['pid']), 'SIGKILL');
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const isThere = await byHand(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(20);
  }
}
