import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#tests/server/local-server.ts';
import { startProxy } from './webkit-proxy.ts';
import { connectInspector, type Message, type Target } from './webkit-inspector.ts';

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** A window of a browser: its names in the automation and in the inspector. */
export interface Window {
  handle: string;
  target: bigint;
}

/** A place of the screen that covers its middle with the smallest window. */
const MIDDLE = { x: 1490, y: 1490 };

const DATA_SOURCE = join(import.meta.dirname, 'webkit-data.c');

/** Starts a browser with data of its own. */
export async function startWebKit(
  timeZone: string,
  onMessage: (target: bigint, message: string) => void,
  onClosed: (target: bigint) => void,
) {
  const program = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
  if (program === undefined) throw new Error('There is no WebKit here');
  // A screen of its own, because only one window of a screen has the focus.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '3000x3000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = screen.stdio[3];
  if (!(said instanceof Readable)) throw new Error('Xvfb says no number');
  const [display] = await once(createInterface(said), 'line');
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-'));
  const library = join(folder, 'webkit-data.so');
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, DATA_SOURCE]);
  const port = await findFreePort('127.0.0.1');
  const proxy = await startProxy();
  const child = spawn(
    program,
    [
      '--automation',
      `--proxy=${proxy.url}`,
      `--time-zone=${timeZone}`,
      // A page that comes back from there no longer answers.
      '--enable-page-cache=false',
      '--features=-ProcessSwapOnCrossSiteNavigation,-CrossOriginOpenerPolicy',
    ],
    {
      env: {
        ...process.env,
        LD_PRELOAD: library,
        WEBKIT_DATA: folder,
        DISPLAY: `:${display}`,
        XDG_CONFIG_HOME: join(import.meta.dirname, 'webkit-config'),
        WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${port}`,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const exit = once(child, 'exit');

  let targets: Target[] = [];
  let onChange: (() => void) | undefined;
  const find = async (kind: string, known: ReadonlySet<bigint>): Promise<bigint> => {
    for (;;) {
      const found = targets.find((target) => target.kind === kind && !known.has(target.id));
      if (found !== undefined) return found.id;
      await new Promise<void>((resolve) => (onChange = resolve));
    }
  };
  const windows = new Set<bigint>();
  const waiting = new Map<number, PromiseWithResolvers<Message>>();
  const automation = await patiently(() =>
    connectInspector(
      port,
      (now) => {
        targets = now;
        onChange?.();
        for (const id of windows) {
          if (!now.some((target) => target.id === id) && windows.delete(id)) onClosed(id);
        }
      },
      (_, message) => {
        const { id, result, error } = JSON.parse(message);
        if (error === undefined) waiting.get(id)?.resolve(result);
        else waiting.get(id)?.reject(new Error(error.message));
        waiting.delete(id);
      },
    ),
  );
  automation.automate();
  const session = await find('Automation', new Set());
  automation.attach(session);
  const inspector = await connectInspector(port, () => {}, onMessage);
  inspector.inspect();

  let lastId = 0;
  const automate = (command: string, params: object): Promise<Message> => {
    const answer = Promise.withResolvers<Message>();
    waiting.set((lastId += 1), answer);
    automation.post(session, { id: lastId, method: `Automation.${command}`, params });
    return answer.promise;
  };
  // The first window is given for the first one asked for. It stays empty, because without any the browser ends.
  let active = '';
  const move = (handle: string, origin: object): Promise<Message> =>
    automate('setWindowFrameOfBrowsingContext', { handle, origin });
  let lastOpened: Promise<unknown> = automate('createBrowsingContext', {});
  return {
    automate,
    /** Gives a window the focus: without a window manager the one under the pointer has it, which rests in the middle. */
    focus: async (handle: string) => {
      if (active === handle) return;
      const left = active;
      active = handle;
      if (left !== '') await move(left, { x: 0, y: 0 }).catch(() => {});
      await move(handle, MIDDLE);
      await automate('switchToBrowsingContext', { browsingContextHandle: handle });
    },
    /** Opens a window. */
    open: async () => {
      const before = lastOpened;
      const opened = (async (): Promise<Window> => {
        await before;
        const known = new Set(targets.map(({ id }) => id));
        const { handle } = await automate('createBrowsingContext', { presentationHint: 'Window' });
        const target = await find('WebPage', known);
        windows.add(target);
        // Until it has loaded something, a window has no process that could answer.
        await automate('navigateBrowsingContext', { handle, url: 'about:blank' });
        return { handle: String(handle), target };
      })();
      lastOpened = opened.catch(() => {});
      return opened;
    },
    attach: (target: bigint) => inspector.attach(target),
    post: (target: bigint, message: object) => inspector.post(target, message),
    setOffline: proxy.setOffline,
    close: async () => {
      child.kill();
      await exit;
      screen.kill();
      await proxy.close();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Tries for a while. */
async function patiently<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let left = 200; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(50);
    }
  }
}
