import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { configOf, type Service, startServices } from '#tests/firebase/services.ts';
import { type BoardServer, signInByScreens } from '#tests/e2e/board-server.ts';
import { closeServer, listenLocally } from '#tests/server/local-server.ts';

/** Starts a whole hosted board: the built site, and the emulator of the services behind it. */
export async function createFirebaseBoard(): Promise<BoardServer> {
  const { auth, firestore, stop } = await startServices();
  const services = [originOf(auth), originOf(firestore)];
  const hosting = await startHosting(configOf({ auth, firestore }), services);
  return {
    url: hosting.url,
    services: [...services, 'https://apis.google.com'],
    start: refuse,
    stop: refuse,
    remove: async () => {
      await hosting.close();
      await stop();
    },
    signIn: async (page, name) => {
      await page.goto('/login');
      await signInByScreens(page, name);
      await page.goto('about:blank');
    },
  };
}

async function refuse(): Promise<never> {
  throw new Error("Google's services are not ours to stop.");
}

function originOf({ host, port }: Service): string {
  return `http://${host}:${port}`;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

interface HostingSettings {
  public: string;
  rewrites: { regex: string; destination: string }[];
  headers: { regex: string; headers: { key: string; value: string }[] }[];
}

/**
 * Serves the built site on a free port of 127.0.0.1 with the rewrites and headers of firebase.json, and a
 * project's configuration at the reserved address. The headers name the emulators at `services` in place
 * of Google's services.
 */
async function startHosting(config: object, services: readonly string[]) {
  const { hosting }: { hosting: HostingSettings } = JSON.parse(
    readFileSync('firebase.json', 'utf8'),
  );

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://hosting');
    if (pathname === '/__/firebase/init.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(config));
      return;
    }
    const matches = ({ regex }: { regex: string }) => new RegExp(regex, 'u').test(pathname);
    // Of two headers with one name the later one counts.
    for (const { key, value } of hosting.headers.filter(matches).flatMap((rule) => rule.headers)) {
      response.setHeader(key, letIn(services, value));
    }
    const path = pathname === '/' ? '/index.html' : pathname;
    const rewrite = hosting.rewrites.find(matches);
    const found = [path, rewrite?.destination].find((one) =>
      statSync(join(hosting.public, one ?? ''), { throwIfNoEntry: false })?.isFile(),
    );
    response.statusCode = found === undefined ? 404 : 200;
    const file = join(hosting.public, found ?? '/404.html');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  const port = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function letIn(services: readonly string[], policy: string): string {
  const origins = services.join(' ');
  return policy
    .replaceAll(/https:\/\/\*\.(?:googleapis|firebaseapp)\.com/gu, origins)
    .replace('img-src', `img-src ${origins}`);
}

/**
 * Serves, without a network, the one file of Google's that the Auth SDK loads: the script by which its
 * helper frame and the page talk.
 */
export async function provideFrameScript(context: BrowserContext): Promise<void> {
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${frameScript.toString()})()` }),
  );
}

/** Runs in pages and frames, so it can't use anything outside itself. */
function frameScript(): void {
  type Handler = (data: unknown) => unknown;
  const handlers = new Map<string, Handler>();
  const replies = new Map<string, Handler>();
  // Messages that arrived before their handler was set.
  const early: (() => void)[] = [];

  const peerAt = (target: () => Window | null) => ({
    restyle: async () => {},
    ping: async () => {},
    register: (name: string, handler: Handler) => {
      handlers.set(name, handler);
      for (const again of early.splice(0)) again();
    },
    send: (name: string, data: unknown, reply: Handler) => {
      const id = crypto.randomUUID();
      replies.set(id, reply);
      target()?.postMessage({ frameCall: name, id, data }, '*');
    },
  });
  const reply = (id: string, answer: unknown): void => {
    try {
      replies.get(id)?.([answer]);
    } catch {
      // Google's script swallows what a handler throws, and the Auth SDK has one that always does.
    }
  };
  const receive = ({ data, source }: MessageEvent): void => {
    if (data.frameReply !== undefined) reply(data.frameReply, data.answer);
    if (data.frameCall === undefined) return;
    const handler = handlers.get(data.frameCall);
    if (handler === undefined) {
      early.push(() => receive(new MessageEvent('message', { data, source })));
      return;
    }
    const answer = { frameReply: data.id, answer: handler(data.data) };
    source?.postMessage(answer, { targetOrigin: '*' });
  };
  const open = async (
    { url }: { url: string },
    onOpen: (peer: ReturnType<typeof peerAt>) => unknown,
  ): Promise<unknown> => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    const loaded = new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true });
    });
    document.body.append(frame);
    await loaded;
    return onOpen(peerAt(() => frame.contentWindow));
  };

  addEventListener('message', receive);
  Object.assign(window, {
    gapi: {
      load: (_name: string, { callback }: { callback: () => void }) => callback(),
      iframes: {
        Iframe: peerAt,
        CROSS_ORIGIN_IFRAMES_FILTER: 0,
        getContext: () => ({ open, getParentIframe: () => peerAt(() => parent) }),
      },
    },
  });
  const script = document.currentScript;
  const source = script instanceof HTMLScriptElement ? script.src : '';
  const onload = new URL(source).searchParams.get('onload') ?? 'gapi_onload';
  const ready: unknown = Reflect.get(window, onload);
  if (typeof ready === 'function') ready();
}
