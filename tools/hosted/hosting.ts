import { readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createServer as createViteServer } from 'vite';
import { PROJECT } from '#tools/firestore-emulator/emulator.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';
import { frameScript } from './frame-script.ts';

const FRAME_SCRIPT = '/__/frame-script.js';

/** Where a service listens. */
export interface Service {
  host: string;
  port: number;
}

export interface Addresses {
  auth: Service;
  firestore: Service;
}

/** The configuration of a board's pages that use the services. */
export function configOf({ auth, firestore }: Addresses) {
  return {
    apiKey: 'test',
    projectId: PROJECT,
    appId: '1:1:web:1',
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulators: { auth, firestore },
  };
}

export function originOf({ host, port }: Service): string {
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

/** Where a board's pages are served, and whether they do without Google's script, too, which comes by the network. */
interface Place {
  port: number;
  isOffline: boolean;
  /** The folder of the built pages, if it is not that of firebase.json. */
  folder?: string;
}

/**
 * Serves the built site on 127.0.0.1 with the rewrites and headers of firebase.json, and at the reserved
 * address a configuration with these services, which the headers name in place of Google's.
 */
export async function startHosting(addresses: Addresses, place: Place) {
  const { hosting }: { hosting: HostingSettings } = JSON.parse(
    readFileSync('firebase.json', 'utf8'),
  );
  const services = [originOf(addresses.auth), originOf(addresses.firestore)];
  const { folder = hosting.public, isOffline } = place;

  const answer: RequestListener = ({ url = '/' }, response) => {
    const requested = URL.parse(url, 'http://board');
    if (requested === null) return void response.writeHead(400).end();
    // It leads nowhere above the folder.
    const { pathname } = requested;
    if (answerReserved(addresses, pathname, response)) return;
    const matches = ({ regex }: { regex: string }) => new RegExp(regex, 'u').test(pathname);
    // Of two headers with one name the later one counts.
    for (const { key, value } of hosting.headers.filter(matches).flatMap((rule) => rule.headers)) {
      response.setHeader(key, letIn(services, value));
    }
    const path = pathname === '/' ? '/index.html' : pathname;
    const rewrite = hosting.rewrites.find(matches);
    const found = [path, rewrite?.destination].find((one) =>
      statSync(join(folder, one ?? ''), { throwIfNoEntry: false })?.isFile(),
    );
    response.statusCode = found === undefined ? 404 : 200;
    const file = join(folder, found ?? '/404.html');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    const content = readFileSync(file);
    const body = isOffline && file.endsWith('.html') ? withFrameScript(String(content)) : content;
    // Hosting compresses, too.
    response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
  };
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      // While the site is built anew, its files are missing for a moment.
      console.error('The page was not served', error);
      response.writeHead(503).end();
    }
  });
  const port = await listenLocally(server, place.port);
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

/** Serves the sources of the site by Vite on 127.0.0.1, with hot reload, in place of what is built of them. */
export async function serveSources(addresses: Addresses, { port }: Place) {
  const vite = await createViteServer({
    mode: 'firebase',
    logLevel: 'warn',
    server: { host: '127.0.0.1', port },
    // A configuration in the environment is a real project's.
    define: {
      'import.meta.env.VITE_FIREBASE_CONFIG': '""',
      'import.meta.env.VITE_APP_CHECK_KEY': '""',
    },
    plugins: [
      {
        name: 'reserved-addresses',
        configureServer: ({ middlewares }) => {
          middlewares.use(({ url = '/' }, response, next) => {
            if (!answerReserved(addresses, url, response)) next();
          });
        },
        transformIndexHtml: (html) => withFrameScript(html),
      },
    ],
  });
  await vite.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => vite.close() };
}

/** Makes a page load what stands for Google's script: the SDK takes one that is there. */
function withFrameScript(html: string): string {
  return html.replace('<head>', `<head><script src="${FRAME_SCRIPT}"></script>`);
}

/** Answers at the addresses that Hosting keeps for itself; returns whether this is one. */
function answerReserved(addresses: Addresses, path: string, response: ServerResponse): boolean {
  const answers: Record<string, () => [type: string, body: string]> = {
    '/__/firebase/init.json': () => ['application/json', JSON.stringify(configOf(addresses))],
    [FRAME_SCRIPT]: () => ['text/javascript', `(${frameScript.toString()})()`],
  };
  const [type, body] = answers[path]?.() ?? [];
  if (type === undefined) return false;
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  return true;
}

function letIn(services: readonly string[], policy: string): string {
  const origins = services.join(' ');
  return policy
    .replaceAll(/https:\/\/\*\.(?:googleapis|firebaseapp)\.com/gu, origins)
    .replace('img-src', `img-src ${origins}`);
}
