import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inherited } from './operator-command.ts';
import { temporaryFolder } from './test-board.ts';

/** How long (ms) npm and what it started may take to end; a stop gives requests ten seconds. */
const GRACE_MS = 20_000;

/** Starts npm with a folder of its own, these variables, and the machine's PATH. */
export function startNpm(args: readonly string[], env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const child = spawn('npm', args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...inherited, PATH, HOME, DATA_DIR: temporaryFolder(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm gets a process group of its own, as in a terminal.
    detached: true,
  });
  // Every child process holds the other end of the pipe, so `close` comes when the last one has ended.
  const closed = once(child, 'close');
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  return {
    /** All that was printed so far. */
    printed: () => printed,
    /** Resolves when a line with the text was printed; rejects when all processes ended before. */
    untilPrinted: async (text: string) => {
      while (!printed.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed]);
        const isOver = child.stdout.closed && !printed.includes(text);
        if (isOver) throw new Error(`npm ${args.join(' ')} ended:\n${printed}`);
      }
    },
    /**
     * Sends a signal to npm alone; resolves when npm and all that it started have ended, with npm's exit
     * code, or null when the signal ended npm.
     */
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null) child.kill(signal);
      const isOver = new AbortController();
      const late = sleep(GRACE_MS, 'late', { signal: isOver.signal }).catch(() => {});
      const first = await Promise.race([closed, late]);
      isOver.abort();
      if (first === 'late') throw new Error(`${signal} to npm left a process behind.`);
      return child.exitCode;
    },
    /** Resolves with npm's exit code when it and all that it started have ended by themselves. */
    ended: async () => {
      await closed;
      return child.exitCode;
    },
    /** Ends all that is left of npm's group. */
    endAll: async () => {
      try {
        process.kill(-(child.pid ?? NaN), 'SIGKILL');
      } catch {
        // Nothing is left.
      }
      await closed;
    },
  };
}
