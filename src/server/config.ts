import { resolve } from 'node:path';
import * as v from 'valibot';
import type { DatabaseSettings } from './database/open-database.ts';
import { isLoopbackName } from './http/addresses.ts';
import { ownOrigin } from './http/listen.ts';
import { LOG_LEVELS } from './http/log.ts';
import {
  AddressRanges,
  DatabaseURL,
  Folder,
  Host,
  oneOf,
  Origin,
  Port,
  readTexts,
  RequestLimit,
} from './settings.ts';

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = 'localhost';

const Settings = v.object({
  PORT: v.optional(Port, String(DEFAULT_PORT)),
  // The setting is not called HOST, which shells and other programs set to the machine's name.
  LISTEN_HOST: v.optional(Host, DEFAULT_HOST),
  PUBLIC_URL: v.optional(Origin),
  DATA_DIR: v.optional(Folder, 'data'),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  LOCAL_ACCOUNTS: v.optional(oneOf(['allow', 'link'])),
  TRUST_PROXY: v.optional(AddressRanges, ''),
  METRICS_ALLOW: v.optional(AddressRanges, '127.0.0.0/8,::1'),
  LIMIT_ADDS: v.optional(RequestLimit, '30/60s'),
  LIMIT_CHANGES: v.optional(RequestLimit, '60/60s'),
  LIMIT_REQUESTS: v.optional(RequestLimit, '600/60s'),
  // Counted by address, which a whole class or office may share.
  LIMIT_SIGN_INS: v.optional(RequestLimit, '300/300s'),
  NODE_ENV: v.optional(v.string()),
  LOG_LEVEL: v.optional(oneOf(LOG_LEVELS), 'warn'),
  DATABASE_URL: v.optional(DatabaseURL),
});

type Settings = v.InferOutput<typeof Settings>;

/** What is wrong across settings: each looks only at some, and finds its fault whatever the others are. */
const RULES: readonly v.GenericSchema[] = [
  v.pipe(
    v.pick(Settings, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    v.check(
      ({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) =>
        (id === undefined) === (secret === undefined),
      ({ input: { GOOGLE_CLIENT_ID: id } }) =>
        `GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together, but only ${id === undefined ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'} is set.`,
    ),
  ),
  v.pipe(
    v.object({
      ...v.pick(Settings, ['PUBLIC_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']).entries,
      // A wrong host or port is a fault of its own.
      LISTEN_HOST: v.fallback(Settings.entries.LISTEN_HOST, DEFAULT_HOST),
      PORT: v.fallback(Settings.entries.PORT, DEFAULT_PORT),
    }),
    v.check(
      (settings) => {
        const { protocol, hostname } = new URL(publicURLOf(settings));
        // Https never goes with local accounts: behind a proxy, everyone would look local.
        return protocol === 'https:' ? googleOf(settings) !== null : isLoopbackName(hostname);
      },
      ({ input }) =>
        `PUBLIC_URL is ${publicURLOf(input)}, but it must be https with Google sign-in, unless it is this computer: put a proxy that speaks https in front, and set PUBLIC_URL, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
    ),
  ),
  v.pipe(
    v.pick(Settings, ['NODE_ENV', 'LOCAL_ACCOUNTS', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    v.check(
      (settings) =>
        settings.NODE_ENV !== 'production' ||
        settings.LOCAL_ACCOUNTS !== undefined ||
        googleOf(settings) !== null,
      'NODE_ENV is production: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or LOCAL_ACCOUNTS=allow to use accounts without passwords, or LOCAL_ACCOUNTS=link for those who open a secret link.',
    ),
  ),
  v.pipe(
    v.pick(Settings, ['PUBLIC_URL', 'TRUST_PROXY']),
    v.check(
      ({ PUBLIC_URL: publicURL, TRUST_PROXY: proxies }) =>
        publicURL?.startsWith('https:') !== true || proxies.length > 0,
      'PUBLIC_URL is https, which a proxy in front of the board has to speak: set TRUST_PROXY to its address, like 127.0.0.1,::1, or everybody counts as one visitor.',
    ),
  ),
  v.pipe(
    v.pick(Settings, ['TRUST_PROXY', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    v.check(
      (settings) => settings.TRUST_PROXY.length === 0 || googleOf(settings) !== null,
      'TRUST_PROXY is set, but behind a proxy anyone could be anyone with local accounts: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or leave TRUST_PROXY out.',
    ),
  ),
];

const ConfigFromEnvironment = v.pipe(
  Settings,
  v.transform((settings) => ({
    port: settings.PORT,
    host: settings.LISTEN_HOST,
    publicURL: publicURLOf(settings),
    dataFolder: resolve(settings.DATA_DIR),
    databaseURL: settings.DATABASE_URL ?? null,
    google: googleOf(settings),
    localAccountsByLink: settings.LOCAL_ACCOUNTS === 'link',
    trustProxy: settings.TRUST_PROXY,
    limits: {
      adds: settings.LIMIT_ADDS,
      changes: settings.LIMIT_CHANGES,
      all: settings.LIMIT_REQUESTS,
      signIns: settings.LIMIT_SIGN_INS,
    },
    metricsAllow: settings.METRICS_ALLOW,
    logLevel: settings.LOG_LEVEL,
  })),
);
export type Config = v.InferOutput<typeof ConfigFromEnvironment>;

/** Reads the settings that operator commands need; throws one error that lists all faults. */
export function readDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const { DATA_DIR: dataFolder, DATABASE_URL: databaseURL = null } = parse(
    v.pick(Settings, ['DATA_DIR', 'DATABASE_URL']),
    env,
  );
  return { databaseURL, dataFolder: resolve(dataFolder) };
}

/** Reads all settings of a server; throws one error that lists all faults. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return parse(ConfigFromEnvironment, env, RULES);
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  rules: readonly v.GenericSchema[] = [],
): v.InferOutput<Schema> {
  const texts = readTexts(env);
  const read = v.safeParse(schema, texts);
  const broken = rules.flatMap((rule) => v.safeParse(rule, texts).issues ?? []);
  if (read.success && broken.length === 0) return read.output;
  const faults = [...(read.issues ?? []), ...broken].map(({ path, message }) =>
    path === undefined ? message : `${String(path[0].key)} ${message}`,
  );
  // A rule repeats what is wrong with a setting that it looks at.
  throw new Error(['These settings are wrong:', ...new Set(faults)].join('\n- '));
}

function googleOf({
  GOOGLE_CLIENT_ID: clientID,
  GOOGLE_CLIENT_SECRET: clientSecret,
}: Pick<Settings, 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>) {
  return clientID === undefined || clientSecret === undefined ? null : { clientID, clientSecret };
}

function publicURLOf(settings: Pick<Settings, 'PUBLIC_URL' | 'LISTEN_HOST' | 'PORT'>): string {
  return settings.PUBLIC_URL ?? ownOrigin(settings.LISTEN_HOST, settings.PORT);
}
