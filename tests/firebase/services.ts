import { readFileSync } from 'node:fs';
import { type Emulator, PROJECT, startEmulator } from '#tools/firestore-emulator/emulator.ts';
import type { Addresses, Service } from '#tools/hosted/hosting.ts';
import { callAsOwner } from '#tools/hosted/owner.ts';
import { startFaultProxy } from '#tests/faults/support/fault-proxy.ts';

const { FIREBASE_AUTH_EMULATOR_HOST, FIRESTORE_EMULATOR_HOST } = process.env;

/** Where Google's Firestore emulator listens, by the name that Google's own programs use; null without it. */
const OFFICIAL_FIRESTORE = serviceAt(FIRESTORE_EMULATOR_HOST);
const OFFICIAL_AUTH = serviceAt(FIREBASE_AUTH_EMULATOR_HOST);

/** Where the official emulators listen; null unless both are there. */
export const OFFICIAL: Addresses | null =
  OFFICIAL_AUTH && OFFICIAL_FIRESTORE
    ? { auth: OFFICIAL_AUTH, firestore: OFFICIAL_FIRESTORE }
    : null;

function serviceAt(address: string | undefined): Service | null {
  if (!address) return null;
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname, port: Number(port) };
}

/** What Firestore takes in one commit. */
const MAX_WRITES = 500;
const RULES = readFileSync('firebase/firestore.rules', 'utf8');

/** Our rules, but without permission for any query. */
const NO_QUERIES = RULES.replaceAll('allow read:', 'allow get:');

/** Our rules, with the switch that holds a person's adds apart. */
const PACED = RULES.replace(/(?<=function arePaced\(\) \{\s*return )false/u, 'true');

/** A result that takes an official service some time, but not ours. */
type Soon = void | Promise<void>;

/** The database of a hosted board, and what tests can do to it. */
export interface FirestoreService extends Pick<Emulator, 'readCount' | 'cutStreams' | 'stop'> {
  firestore: Service;
  put: (...documents: Parameters<Emulator['put']>) => Soon;
  remove: (path: string) => Soon;
  refuseQueries: (areRefused: boolean) => Soon;
  /** Holds a person's adds a second apart from now on. */
  holdAddsApart: () => Soon;
}

/** The two services of a hosted board, and what tests can do to them. */
export interface Services extends FirestoreService {
  auth: Service;
}

/** Starts empty services: the official emulators that there are, else our own. */
export async function startServices(): Promise<Services> {
  if (OFFICIAL !== null) return openOfficialServices(OFFICIAL);
  const own = await startOwnServices();
  if (OFFICIAL_FIRESTORE === null) return own;
  const database = await openOfficialFirestore(OFFICIAL_FIRESTORE);
  return {
    ...database,
    auth: own.auth,
    stop: async () => {
      await Promise.all([own.stop(), database.stop()]);
    },
  };
}

/** Starts an empty database: the official emulator if there is one, else our own. */
export async function startFirestore(): Promise<FirestoreService> {
  return OFFICIAL_FIRESTORE === null
    ? startOwnServices()
    : openOfficialFirestore(OFFICIAL_FIRESTORE);
}

async function startOwnServices(): Promise<Services> {
  const emulator = await startEmulator();
  const service = { host: '127.0.0.1', port: emulator.port };
  return { ...emulator, ...switchesOf(emulator.loadRules), auth: service, firestore: service };
}

function switchesOf(loadRules: (text: string) => Soon) {
  return {
    refuseQueries: (areRefused: boolean) => loadRules(areRefused ? NO_QUERIES : RULES),
    holdAddsApart: () => loadRules(PACED),
  };
}

/** The environment of a program that uses the services as their owner. */
export function environmentOf({ auth, firestore }: Services): NodeJS.ProcessEnv {
  return {
    FIRESTORE_EMULATOR_HOST: `${firestore.host}:${firestore.port}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${auth.host}:${auth.port}`,
  };
}

/** Empties the official emulators, and opens proxies of them that can be cut, and count. */
async function openOfficialServices({ auth, firestore }: Addresses): Promise<Services> {
  const database = await openOfficialFirestore(firestore);
  await callAsOwner(auth, `DELETE /emulator/v1/projects/${PROJECT}/accounts`);
  const way = await openWay(auth);
  return {
    ...database,
    auth: way.service,
    stop: async () => {
      await Promise.all([way.close(), database.stop()]);
    },
  };
}

async function openOfficialFirestore(firestore: Service): Promise<FirestoreService> {
  const database = `projects/${PROJECT}/databases/(default)/documents`;
  const commit = async (writes: object[]): Promise<void> => {
    for (let start = 0; start < writes.length; start += MAX_WRITES) {
      const some = writes.slice(start, start + MAX_WRITES);
      await callAsOwner(firestore, `POST /v1/${database}:commit`, { writes: some });
    }
  };
  const loadRules = (content: string) =>
    callAsOwner(firestore, `PUT /emulator/v1/projects/${PROJECT}:securityRules`, {
      rules: { files: [{ name: 'firestore.rules', content }] },
    });

  await loadRules(RULES);
  await callAsOwner(firestore, `DELETE /emulator/v1/${database}`);
  const way = await openWay(firestore);
  return {
    firestore: way.service,
    put: (fieldsByPath) =>
      commit(
        Object.entries(fieldsByPath).map(([path, fields]) => ({
          update: { name: `${database}/${path}`, fields },
        })),
      ),
    remove: (path) => commit([{ delete: `${database}/${path}` }]),
    ...switchesOf(loadRules),
    readCount: () => way.count('"documentChange"'),
    cutStreams: () => way.cut(() => true),
    stop: way.close,
  };
}

/** Opens a proxy of a service, which counts how often a piece of text occurred in its answers. */
async function openWay({ port }: Service) {
  let answers = '';
  const proxy = await startFaultProxy((bytes) => void (answers += bytes.toString('latin1')));
  proxy.leadTo(port);
  return {
    ...proxy,
    service: { host: '127.0.0.1', port: proxy.port },
    count: (piece: string) => answers.split(piece).length - 1,
  };
}
