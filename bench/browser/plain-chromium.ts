import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/machine.ts';
import { makeFolder } from '#bench/temporary-folder.ts';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];

/** Uses a Chromium without Playwright, which makes V8 parse the scripts a second time. */
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
    // Debian's Chromium is started by a script, and a signal may end only the script. The answer may be missing.
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

type Content = Record<string, unknown>;

/** The Chrome DevTools Protocol, of a browser or of one of its pages. */
export interface DevTools {
  /** Sends a command and resolves with its answer; rejects with the browser's message. */
  send: (method: string, params?: Content) => Promise<Content>;
  attach: (targetId: string) => Promise<DevTools>;
}

interface Answer {
  id?: number;
  result?: Content;
  error?: { message: string };
}

async function connectDevTools(address: string): Promise<DevTools> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const open = (sessionId?: string): DevTools => {
    const send: DevTools['send'] = async (method, params = {}) => {
      last += 1;
      const id = last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result ?? {};
    };
    return {
      send,
      attach: async (targetId) => {
        const attached = await send('Target.attachToTarget', { targetId, flatten: true });
        return open(String(attached['sessionId']));
      },
    };
  };
  await once(socket, 'open');
  return open();
}
