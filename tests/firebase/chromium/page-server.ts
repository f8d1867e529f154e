import { createServer } from 'node:http';
import { build } from 'vite';
import { closeServer, listenLocally } from '#tests/firestore-emulator/local-server.ts';

const HTML = '<!doctype html><title>Test</title><script type="module" src="/page.js"></script>';

/** A running server of the page that holds the adapter with the real SDK. */
export interface PageServer {
  address: string;
  close: () => Promise<void>;
}

/** Builds the page and serves it on a free port of 127.0.0.1. */
export async function startPageServer(): Promise<PageServer> {
  const script = await buildPage();
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : HTML);
  });
  const port = await listenLocally(server);
  return { address: `http://127.0.0.1:${port}/`, close: () => closeServer(server) };
}

async function buildPage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: 'tests/firebase/chromium/page.ts' },
    },
  });
  if (!('output' in result)) throw new Error('One output was expected');
  const [chunk] = result.output;
  return chunk.code;
}
