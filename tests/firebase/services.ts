import { readFileSync } from 'node:fs';
import { type Emulator, PROJECT, startEmulator } from '#tests/firestore-emulator/emulator.ts';
import { startFaultProxy } from '#tests/faults/support/fault-proxy.ts';

/** Where a service listens. */
export interface Service {
  host: string;
  port: number;
}

export interface Addresses {
  auth: Service;
  firestore: Service;
}

/** Where the official emulators listen, by the names that Google's own programs use; null without them. */
export const OFFICIAL = readAddresses(process.env);

function readAddresses({
  FIREBASE_AUTH_EMULATOR_HOST: auth,
  FIRESTORE_EMULATOR_HOST: firestore,
}: NodeJS.ProcessEnv): Addresses | null {
  return auth && firestore ? { auth: serviceAt(auth), firestore: serviceAt(firestore) } : null;
}

function serviceAt(address: string): Service {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname, port: Number(port) };
}

const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };
const RULES = readFileSync('firebase/firestore.rules', 'utf8');

/** Our rules, but without permission for any query. */
const NO_QUERIES = RULES.replaceAll('allow read:', 'allow get:');

/** A result that takes an official service some time, but not ours. */
type Soon = void | Promise<void>;

/** The two services of a hosted board, and what tests can do to them. */
export interface Services extends Addresses, Pick<Emulator, 'readCount' | 'cutStreams' | 'stop'> {
  put: (...documents: Parameters<Emulator['put']>) => Soon;
  remove: (path: string) => Soon;
  refuseQueries: (areRefused: boolean) => Soon;
}

/** Starts empty services: the official emulators if there are any, else our own. */
export async function startServices(): Promise<Services> {
  if (OFFICIAL !== null) return openOfficialServices(OFFICIAL);
  const emulator = await startEmulator();
  const service = { host: '127.0.0.1', port: emulator.port };
  return { ...emulator, auth: service, firestore: service };
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

/** The environment of a program that uses the services as their owner. */
export function environmentOf({ auth, firestore }: Services): NodeJS.ProcessEnv {
  return {
    FIRESTORE_EMULATOR_HOST: `${firestore.host}:${firestore.port}`,
    FIREBASE_AUTH_EMULATOR_HOST: `${auth.host}:${auth.port}`,
  };
}

/** Empties the official emulators, and opens proxies of them that can be cut, and count. */
async function openOfficialServices({ auth, firestore }: Addresses): Promise<Services> {
  const database = `projects/${PROJECT}/databases/(default)/documents`;
  const commit = (writes: object[]) =>
    call(firestore, 'POST', `/v1/${database}:commit`, { writes });
  const loadRules = (content: string) =>
    call(firestore, 'PUT', `/emulator/v1/projects/${PROJECT}:securityRules`, {
      rules: { files: [{ name: 'firestore.rules', content }] },
    });

  await loadRules(RULES);
  await call(firestore, 'DELETE', `/emulator/v1/${database}`);
  await call(auth, 'DELETE', `/emulator/v1/projects/${PROJECT}/accounts`);
  const ways = { auth: await openWay(auth), firestore: await openWay(firestore) };
  return {
    auth: ways.auth.service,
    firestore: ways.firestore.service,
    put: (fieldsByPath) =>
      commit(
        Object.entries(fieldsByPath).map(([path, fields]) => ({
          update: { name: `${database}/${path}`, fields },
        })),
      ),
    remove: (path) => commit([{ delete: `${database}/${path}` }]),
    refuseQueries: (areRefused) => loadRules(areRefused ? NO_QUERIES : RULES),
    readCount: () => ways.firestore.count('"documentChange"'),
    cutStreams: () => ways.firestore.cut(() => true),
    stop: async () => {
      await Promise.all([ways.auth.close(), ways.firestore.close()]);
    },
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

/** Makes a call as the project's owner; resolves with the answer. */
export async function call({ host, port }: Service, method: string, path: string, body?: object) {
  const init = { method, headers: OWNER, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`http://${host}:${port}${path}`, init);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
  return JSON.parse(answer);
}
