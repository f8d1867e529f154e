import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/chromium.mjs';
import { makeFolder } from '#bench/temporary-folder.ts';
import { connectDevTools, type DevTools } from './dev-tools.ts';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];

/** Uses a Chromium that Playwright does not watch, for which V8 reads the scripts once more. */
export async function withPlainChromium<Result>(
  use: (devTools: DevTools) => Promise<Result>,
): Promise<Result> {
  const path = findChromium() ?? chromium.executablePath();
  const args = [...ARGS, `--user-data-dir=${makeFolder()}`];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const devTools = await connectDevTools(await addressOf(child.stderr));
  try {
    return await use(devTools);
  } finally {
    // Debian's Chromium is started by a script, and a signal may end only that. It may not answer.
    void devTools.send('Browser.close');
    await ended;
  }
}

function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      const address = /ws:\/\/\S+/u.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
    lines.once('close', () => reject(new Error('Chromium has ended.')));
  });
}
