import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameOfDatabase } from './database/database.ts';
import { readConfig } from './config.ts';

const perMinute = (max: number) => ({ max, periodMs: 60_000 });
const ALL = perMinute(600);
const SIGN_INS = { max: 300, periodMs: 300_000 };
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

test('an empty environment means local accounts on port 3000', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicURL: 'http://localhost:3000',
    dataFolder: resolve('data'),
    databaseURL: null,
    google: null,
    localAccountsByLink: false,
    trustProxy: [],
    limits: { adds: perMinute(30), changes: perMinute(60), all: ALL, signIns: SIGN_INS },
    metricsAllow: ['127.0.0.0/8', '::1'],
    logLevel: 'warn',
  });
});

test.each(['allow', 'link'])('in production, local accounts take LOCAL_ACCOUNTS=%s', (setting) => {
  expect(faultsOf({ NODE_ENV: 'production', LOCAL_ACCOUNTS: setting })).toBe('');
  expect(faultsOf({ LOCAL_ACCOUNTS: setting, PUBLIC_URL: 'https://board.example' })).not.toBe('');
});

test('HOST, which other programs set to the name of a machine, is no setting', () => {
  expect(readConfig({ HOST: 'x86_64-conda-linux-gnu' })).toEqual(readConfig({}));
});

test.each(['localhost', '127.0.0.2', '[::1]'])('%s is this computer', (name) => {
  expect(faultsOf({ PUBLIC_URL: `http://${name}:3000` })).toBe('');
});

test.each(['127.evil.example', '127.0.0.1.example', 'localhost.example', '1.127.0.0', '[::2]'])(
  '%s is another computer, where accounts without passwords are refused',
  (name) => {
    expect(faultsOf({ PUBLIC_URL: `http://${name}:3000` })).toMatch(/^- PUBLIC_URL is /mu);
  },
);

test('an empty setting counts as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('quotes around a setting, as some programs pass what a file has, are no part of it', () => {
  const quoted = {
    PORT: '"8080"',
    GOOGLE_CLIENT_ID: "'id'",
    GOOGLE_CLIENT_SECRET: '“secret”',
    METRICS_ALLOW: '"127.0.0.1", "10.0.0.7"',
    DATA_DIR: '""',
  };
  const plain = { ...GOOGLE, PORT: '8080', METRICS_ALLOW: '127.0.0.1,10.0.0.7' };
  expect(readConfig(quoted)).toEqual(readConfig(plain));
});

test('a lone quote belongs to a setting', () => {
  const { google } = readConfig({ ...GOOGLE, GOOGLE_CLIENT_SECRET: `se'cret"` });
  expect(google?.clientSecret).toBe(`se'cret"`);
});

test('every setting is applied', () => {
  expect(
    readConfig({
      ...GOOGLE,
      PORT: '8080',
      LISTEN_HOST: '0.0.0.0',
      PUBLIC_URL: 'https://thoughts.example.org/',
      DATA_DIR: '/srv/thoughts',
      DATABASE_URL: ' postgres://board@db/thoughts ',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,::ffff:10.0.0.1,::ffff:10.0.0.0/104',
      NODE_ENV: 'production',
      LOCAL_ACCOUNTS: 'link',
      LIMIT_ADDS: '5/10s',
      METRICS_ALLOW: '10.0.0.7',
      LOG_LEVEL: 'info',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicURL: 'https://thoughts.example.org',
    dataFolder: '/srv/thoughts',
    databaseURL: 'postgres://board@db/thoughts',
    google: { clientID: 'id', clientSecret: 'secret' },
    localAccountsByLink: true,
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1', '::ffff:10.0.0.1', '::ffff:10.0.0.0/104'],
    limits: {
      adds: { max: 5, periodMs: 10_000 },
      changes: perMinute(60),
      all: ALL,
      signIns: SIGN_INS,
    },
    metricsAllow: ['10.0.0.7'],
    logLevel: 'info',
  });
});

test.each([
  'postgresql://ada:1,2@3@db:5433/board?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  'postgres://ada:12%2F3@db/board',
  'postgres://ada@%2Fvar%2Frun%2Fpostgresql/board',
  'postgres:///board?host=/var/run/postgresql',
])('%s is the address of a database', (address) => {
  expect(readConfig({ DATABASE_URL: address }).databaseURL).toBe(address);
});

test('the address of a database on a socket may have a user and no host, as for libpq', () => {
  const { databaseURL } = readConfig({
    DATABASE_URL: 'postgres://ada:12%2F3@/board?host=/run/postgresql',
  });
  expect(databaseURL).toBe('postgres://ada:12%2F3@localhost/board?host=/run/postgresql');
  expect(nameOfDatabase(databaseURL ?? '')).toBe('/run/postgresql/board');
  expect(faultsOf({ DATABASE_URL: 'host=/run/postgresql dbname=board' })).toMatch(
    /^- DATABASE_URL must be .*\/name\?host=\/run\/postgresql over a socket/mu,
  );
});

describe('a wrong setting is named', () => {
  test.for([
    [{ PORT: 'http' }, /^- PORT .*"http"/mu],
    [{ PORT: '65536' }, /^- PORT/mu],
    [{ PORT: '0' }, /^- PORT/mu],
    [{ PUBLIC_URL: 'localhost:3000' }, /^- PUBLIC_URL must/mu],
    [{ PUBLIC_URL: 'http://localhost:3000/board' }, /^- PUBLIC_URL must/mu],
    [{ PUBLIC_URL: 'ftp://localhost' }, /^- PUBLIC_URL must/mu],
    [{ PUBLIC_URL: 'http://user:word@localhost' }, /^- PUBLIC_URL must/mu],
    [{ PUBLIC_URL: 'https://thoughts.example.org' }, /^- PUBLIC_URL is .* GOOGLE_CLIENT_ID/mu],
    [{ ...GOOGLE, PUBLIC_URL: 'http://board.lan' }, /^- PUBLIC_URL is .* must be https/mu],
    [{ ...GOOGLE, LISTEN_HOST: 'board.lan' }, /^- PUBLIC_URL is http:\/\/board\.lan:3000, but/mu],
    [{ LISTEN_HOST: 'a b' }, /^- LISTEN_HOST must be .* like localhost, .* not "a b"\.$/mu],
    [{ LISTEN_HOST: 'http://localhost' }, /^- LISTEN_HOST must be/mu],
    [{ GOOGLE_CLIENT_ID: 'id' }, /only GOOGLE_CLIENT_ID is set/u],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, /only GOOGLE_CLIENT_SECRET is set/u],
    [{ DATA_DIR: '~/board' }, /^- DATA_DIR is ~\/board, but only a shell .* the whole path\.$/mu],
    [{ DATA_DIR: '$HOME/board' }, /^- DATA_DIR is \$HOME/mu],
    [{ LOCAL_ACCOUNTS: 'yes' }, /^- LOCAL_ACCOUNTS .*"yes"/mu],
    [{ LIMIT_ADDS: '30' }, /^- LIMIT_ADDS .* like 30\/60s, not "30"/mu],
    [{ LIMIT_SIGN_INS: '0/60s' }, /^- LIMIT_SIGN_INS /mu],
    [{ LIMIT_REQUESTS: '9/1m' }, /^- LIMIT_REQUESTS /mu],
    [{ METRICS_ALLOW: '10.0.0' }, /^- METRICS_ALLOW .*"10\.0\.0"/mu],
    [{ LOG_LEVEL: 'loud' }, /^- LOG_LEVEL .* error, warn, info, not "loud"/mu],
    [{ TRUST_PROXY: 'true' }, /^- TRUST_PROXY .*"true"/mu],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^- TRUST_PROXY/mu],
    [{ TRUST_PROXY: '0.0.0.0/0' }, /^- TRUST_PROXY .*"0\.0\.0\.0\/0"/mu],
    [{ TRUST_PROXY: '10.0.0.1, ::/0' }, /^- TRUST_PROXY .*"::\/0"/mu],
    [{ TRUST_PROXY: '127.0.0.1' }, /^- TRUST_PROXY is set, but .* anyone could be anyone/mu],
    [
      { ...GOOGLE, PUBLIC_URL: 'https://thoughts.example.org' },
      /^- PUBLIC_URL is https.* TRUST_PROXY .* like 127\.0\.0\.1,::1, or/mu,
    ],
    [{ DATABASE_URL: 'postgres://ada:1@a:5432,b:5432/board' }, /^- DATABASE_URL must be/mu],
    [{ DATABASE_URL: 'mysql://db' }, /^- DATABASE_URL must be .* PostgreSQL database/mu],
    [{ DATABASE_URL: 'board' }, /^- DATABASE_URL must be/mu],
    [{ DATABASE_URL: 'postgres://ada:12/3@db/board' }, /^- DATABASE_URL .*, with %2F for a \//mu],
    [{ DATABASE_URL: 'postgres://ada:12?3@db/board' }, /^- DATABASE_URL must be/mu],
    [{ DATABASE_URL: 'postgres://db/board/more' }, /^- DATABASE_URL must be/mu],
    [{ DATABASE_URL: 'postgres://ada:12/@db' }, /^- DATABASE_URL must be/mu],
  ] as const)('%o', ([env, fault]) => {
    expect(faultsOf(env)).toMatch(fault);
  });

  test.for(['mysql://ada:secret@db', 'postgres://ada:12/secret@db', 'postgres://ada:secret/12@db'])(
    'without the password in it: %s',
    (address) => {
      const faults = faultsOf({ DATABASE_URL: `${address}/thoughts` });
      expect(faults).toMatch(/^- DATABASE_URL/mu);
      expect(faults).not.toMatch(/secret|12/u);
    },
  );

  test.for([
    [{ PORT: 'x', TRUST_PROXY: 'x', DATABASE_URL: 'x', PUBLIC_URL: 'x' }, 5],
    // What is wrong alone, and across settings.
    [{ PORT: 'x', PUBLIC_URL: 'http://board.lan', NODE_ENV: 'production' }, 3],
    [{ PORT: 'x', LISTEN_HOST: 'a b' }, 2],
    [{ PORT: 'x', LISTEN_HOST: 'board.lan', GOOGLE_CLIENT_ID: 'id' }, 3],
  ] as const)('together with every other: %o', ([env, count]) => {
    expect(faultsOf(env).match(/^- /gmu)).toHaveLength(count);
  });
});

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
