import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** A running `npm …` of the project, with everything that it started. */
export interface NpmProcess {
  /** Resolves when a line on standard output holds the text; rejects when all ended before. */
  untilPrinted: (text: string) => Promise<void>;
  /**
   * Sends npm alone a signal, and resolves when it and all that it started have ended, with npm's
   * exit code; null when the signal ended npm.
   */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts npm in the project's folder, with these variables beside the machine's own path. */
export function startNpm(args: readonly string[], env: Record<string, string>): NpmProcess {
  const { PATH, HOME } = process.env;
  const child = spawn('npm', args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as in a terminal.
    detached: true,
  });
  // Every process below holds the other end of the pipe: `close` comes when the last one has ended.
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return {
    untilPrinted: async (text) => {
      while (!printed.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        if (child.stdout.closed) throw new Error(`npm ${args.join(' ')} ended:\n${printed}`);
      }
    },
    end: async (signal) => {
      if (child.pid !== undefined && child.exitCode === null) child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}
