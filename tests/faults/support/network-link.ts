import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { onTestFinished, type TestContext } from 'vitest';
import { findChromium, isRoot } from '#scripts/machine.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { needPrograms } from './programs.ts';

const SOURCE = join(import.meta.dirname, 'network-link.c');
/** This network is for tests of devices, so that it is nobody's; each process takes another part of it. */
const NETWORK = `198.18.${process.pid % 255}`;

/** What goes wrong with the packets on a link; a part that is left out works. */
export interface LinkFault {
  /** How many in a hundred are lost. */
  loss?: number;
  /** The shortest and the longest time (ms) that one takes; they overtake one another if these differ. */
  delay?: readonly [shortest: number, longest: number];
}

export type NetworkLink = Awaited<ReturnType<typeof startNetworkLink>>;

/**
 * Leads from this machine to a network namespace of the readers for the running test, over a link that loses
 * packets without a word when told to. Whatever way the test's process ends, namespace and devices go with it.
 */
export async function startNetworkLink({ skip }: TestContext, seed: number) {
  needPrograms(skip, 'cc', 'ip', 'nsenter', 'unshare');
  skip(!isRoot() || !fs.existsSync('/dev/net/tun'), 'Network namespaces and TUN devices take root');
  const folder = temporaryFolder();
  const program = join(folder, 'network-link');
  execFileSync('cc', ['-O2', '-o', program, SOURCE]);
  // Chromium takes devices whose names begin with "tun" for no network.
  const [near, far] = [`board${process.pid}`, `reader${process.pid}`];
  const link = await startProcess(program, [far, near, String(seed)]);
  // The process that holds the namespace ends with its input.
  const holder = await startProcess('unshare', ['--net', 'sh', '-c', 'echo ready; exec cat']);
  const inside = ['--net', '--target', String(holder.pid)];
  const [server, readers] = [`${NETWORK}.1`, `${NETWORK}.2`];
  ip('link', 'set', far, 'netns', String(holder.pid));
  for (const [device, address, run] of [
    [near, server, ip],
    [far, readers, (...args: string[]) => execFileSync('nsenter', [...inside, 'ip', ...args])],
  ] as const) {
    run('address', 'add', `${address}/30`, 'dev', device);
    run('link', 'set', device, 'up');
  }
  const browserFile = join(folder, 'chromium');
  const browserPath = findChromium() ?? chromium.executablePath();
  const line = ['exec nsenter', ...inside, `'${browserPath}' "$@"`].join(' ');
  fs.writeFileSync(browserFile, `#!/bin/sh\n${line}\n`, { mode: 0o755 });

  return {
    /** The address at which the readers reach this machine. */
    server,
    /** Sets what goes wrong from now on, in place of what did before; what was delayed arrives. */
    set: ({ loss = 0, delay: [shortest, longest] = [0, 0] }: LinkFault) =>
      void link.stdin?.write(`${loss} ${shortest} ${longest}\n`),
    /** Drops all further packets of the connections that there are. */
    forget: () => void link.stdin?.write('forget\n'),
    /** Starts a browser among the readers. */
    openBrowser: async (...args: string[]): Promise<Browser> => {
      const browser = await chromium.launch({
        executablePath: browserFile,
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...args],
      });
      onTestFinished(() => browser.close());
      return browser;
    },
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args);
}

/** Starts a process that says when it is ready, until the running test has finished. */
async function startProcess(command: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error(`${command} ended`);
  });
  await Promise.race([once(child.stdout, 'data'), failed]);
  failed.catch(() => {});
  return child;
}
