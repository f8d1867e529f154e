import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { PROJECT } from '#tools/firestore-emulator/emulator.ts';
import { closeServer, listenLocally } from '#tools/listen-locally.ts';

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

/**
 * Serves the built site on a free port of 127.0.0.1 with the rewrites and headers of firebase.json, and at the
 * reserved address a configuration with these services, which the headers name in place of Google's.
 */
export async function startHosting({ auth, firestore }: Addresses) {
  const config = configOf({ auth, firestore });
  const services = [originOf(auth), originOf(firestore)];
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
