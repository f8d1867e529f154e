import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isLoopbackName } from './http/loopback.ts';

/** The settings of a start, checked. */
export interface Config {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** The origin people open; null for http://localhost at the port. */
  publicURL: string | null;
  dataFolder: string;
  /** The client registered at Google; null for local accounts. */
  google: { clientID: string; clientSecret: string } | null;
  /** Addresses of the proxies whose forwarding headers count. */
  trustProxy: string[];
}

/** Says everything that is wrong with the settings, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(faults: readonly string[]) {
    super(['These settings need another look:', ...faults].join('\n- '));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
/** The setting's value; null when absent or empty. */
type Read = (name: string) => string | null;

/** Reads the settings from environment variables, or throws a `ConfigError`. */
export function readConfig(env: Environment): Config {
  const read: Read = (name) => env[name]?.trim() || null;
  const faults = [
    portFault(read),
    publicURLFault(read),
    googleFault(read),
    localAccountsFault(read),
    productionFault(read),
    trustProxyFault(read),
    databaseFault(read),
  ].filter((fault) => fault !== null);
  if (faults.length > 0) throw new ConfigError(faults);

  const publicURL = read('PUBLIC_URL');
  return {
    port: Number(read('PORT') ?? '3000'),
    host: read('HOST') ?? 'localhost',
    publicURL: publicURL === null ? null : originOf(publicURL),
    dataFolder: resolve(read('DATA_DIR') ?? 'data'),
    google: readGoogle(read),
    trustProxy: listOf(read('TRUST_PROXY')),
  };
}

function readGoogle(read: Read): Config['google'] {
  const clientID = read('GOOGLE_CLIENT_ID');
  const clientSecret = read('GOOGLE_CLIENT_SECRET');
  return clientID === null || clientSecret === null ? null : { clientID, clientSecret };
}

function portFault(read: Read): string | null {
  const port = read('PORT') ?? '3000';
  const isPort = /^\d{1,5}$/u.test(port) && Number(port) <= 65_535;
  return isPort ? null : `PORT must be a whole number from 0 to 65535, not "${port}".`;
}

function publicURLFault(read: Read): string | null {
  const publicURL = read('PUBLIC_URL');
  if (publicURL === null || originOf(publicURL) !== null) return null;
  return `PUBLIC_URL must be a scheme and a host, and a port if need be, like https://thoughts.example.org, not "${publicURL}".`;
}

/** The origin an address consists of, or null when it is none or has more to it. */
function originOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}

function googleFault(read: Read): string | null {
  const given = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'].filter((name) => read(name) !== null);
  return given.length === 1
    ? `GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together, but only ${given[0]} is set.`
    : null;
}

function localAccountsFault(read: Read): string | null {
  const setting = read('LOCAL_ACCOUNTS');
  if (setting !== null && setting !== 'allow') {
    return `LOCAL_ACCOUNTS can only be "allow", not "${setting}".`;
  }
  const origin = originOf(read('PUBLIC_URL') ?? 'http://localhost');
  if (readGoogle(read) !== null || origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  // Behind anything that speaks https for us, everyone would look local.
  return protocol === 'http:' && isLoopbackName(hostname)
    ? null
    : `PUBLIC_URL is ${origin}, but local accounts work on http://localhost only: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`;
}

function productionFault(read: Read): string | null {
  const isRefused =
    read('NODE_ENV') === 'production' &&
    read('LOCAL_ACCOUNTS') !== 'allow' &&
    readGoogle(read) === null;
  return isRefused
    ? 'NODE_ENV is production: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or LOCAL_ACCOUNTS=allow to use accounts without passwords.'
    : null;
}

function trustProxyFault(read: Read): string | null {
  const wrong = listOf(read('TRUST_PROXY')).find((address) => !isAddressRange(address));
  return wrong === undefined
    ? null
    : `TRUST_PROXY must list addresses or ranges, like 127.0.0.1 or 10.0.0.0/8, not "${wrong}".`;
}

function isAddressRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const isSize = /^\d{1,3}$/u.test(bits) && Number(bits) <= most;
  return isIP(address) !== 0 && isSize && rest.length === 0;
}

function databaseFault(read: Read): string | null {
  return read('DATABASE_URL') === null
    ? null
    : 'DATABASE_URL is set, but this version does not support PostgreSQL: unset it to use SQLite in DATA_DIR.';
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
