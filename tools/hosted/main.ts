import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import * as v from 'valibot';
import { NAME } from '#shared/name.ts';
import { ensureBuilt } from '#scripts/build.mjs';
import { lockFolder } from '#server/database/sqlite/data-folder.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { Port } from '#server/settings.ts';
import { originOf, serveSources, startHosting } from './hosting.ts';
import { createKeptBoard } from './kept-board.ts';
import { requireFreePorts } from './ports.ts';
import { startServices, type Services } from './services.ts';

// `npm run start:firebase` serves the whole board on Firebase on this computer, without an account or a network:
// the built site, or with --dev its sources by Vite, and what stands for Google's services.

const HOST = '127.0.0.1';
const OPTIONS = 'The options are --data FOLDER, --hosting PORT, --auth PORT and --firestore PORT.';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

try {
  await serveHostedBoard(readOptions());
} catch (error) {
  fail(error);
}

type Options = ReturnType<typeof readOptions>;

/** The ports are those of firebase.json, and can be chosen by its names of the emulators. */
function readOptions() {
  const { emulators } = JSON.parse(readFileSync('firebase.json', 'utf8'));
  const portOption = (name: string) =>
    ({ type: 'string', default: String(emulators[name].port) }) as const;
  const { dev, data, hosting, auth, firestore } = parseOptions({
    dev: { type: 'boolean', default: false },
    data: { type: 'string', default: 'data/firebase' },
    hosting: portOption('hosting'),
    auth: portOption('auth'),
    firestore: portOption('firestore'),
  });
  const ports = {
    hosting: portOf('hosting', hosting),
    auth: portOf('auth', auth),
    firestore: portOf('firestore', firestore),
  };
  return { isDev: dev, folder: resolve(data), ports };
}

/** Throws with what is wrong, and with the options that there are. */
function parseOptions<const Known extends ParseArgsOptionsConfig>(options: Known) {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new Error(`${messageOf(cause)}. ${OPTIONS}`, { cause });
  }
}

function portOf(name: string, text: string): number {
  const port = v.safeParse(Port, text);
  if (port.success) return port.output;
  throw new Error(`--${name} ${port.issues[0].message} ${OPTIONS}`);
}

async function serveHostedBoard({ isDev, folder, ports }: Options): Promise<void> {
  await requireFreePorts(HOST, ports, `npm run ${isDev ? 'dev' : 'start'}:firebase`);
  const unlock = lockFolder(folder, '--data');
  if (!isDev) await ensureBuilt('firebase');
  /** Missing while nothing is started that has to be closed; Java ends with this process. */
  let close: (() => Promise<void>) | undefined;
  const stop = async (): Promise<void> => {
    // A terminal and npm may each send a signal.
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, () => {});
    await close?.();
    unlock();
    process.exit();
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop().catch(fail));
  const services = await startServices(HOST, ports);
  close = services.stop;
  const board = createKeptBoard(folder, services);
  const serve = isDev ? serveSources : startHosting;
  try {
    const count = await board.restore();
    await board.keepSaving();
    const pages = await serve(services, { port: ports.hosting, isOffline: true });
    close = async () => {
      await pages.close();
      await board.close().finally(services.stop);
    };
    for (const line of describeStart(services, `${folder}, documents: ${count}`)) {
      console.log(line);
    }
    console.log(`${NAME} on Firebase is ready: ${pages.url}`);
  } catch (error) {
    await services.stop();
    throw error;
  }
}

function describeStart({ engine, auth, firestore }: Services, data: string): string[] {
  return [
    `Firestore: ${engine}, at ${originOf(firestore)}`,
    `Sign-in: the project's own emulator, at ${originOf(auth)}, with any name and e-mail address`,
    `Data: ${data}; written every ten seconds, and when this stops`,
    'This is for this computer only: anyone could be anyone. Never put a proxy or tunnel in front of it.',
    ...(process.stdout.isTTY ? ['To stop: Ctrl+C'] : []),
  ];
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
