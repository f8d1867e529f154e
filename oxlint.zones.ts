import type { OxlintOverride } from 'oxlint';

type Ban = { message: string; allowTypeImports?: boolean } & (
  | { regex: string }
  | { group: string[] }
);

export const PARENT: Ban = {
  regex: '(^|/)\\.\\./',
  message: 'Cross folders by #shared/, #client/ or #server/.',
};
const CLIENT_SIDE: Ban = {
  regex: '^(#client/|#tests/|react(-dom)?(/|$)|@?firebase(/|$))',
  message: 'The server never meets the client.',
};
const SERVER_SIDE: Ban = {
  regex: '^(#server/|#tests/|node:|fastify(/|$)|@fastify/)',
  message: 'The client never meets the server.',
};
const HTTP: Ban = {
  regex: '^(fastify(/|$)|@fastify/)',
  message: 'Stores and the change feed know nothing of HTTP.',
};
const FIREBASE: Ban = {
  regex: '^@?firebase(/|$)',
  message: 'Only client/backend/firebase speaks to Firebase.',
};
const REACT: Ban = {
  regex: '^react(-dom)?(/|$)',
  message: 'State lives in plain modules; a use-*.ts binds it to React.',
};
const ADAPTERS: Ban = {
  regex: '^(#client|\\.)/backend/[^/]+/',
  message: 'Only main.tsx picks an adapter.',
};

const DRIVERS: Ban = {
  regex: '^(pg(/|$)|node:sqlite$)',
  message: 'Only server/database speaks to a driver.',
};
const LOCAL_ACCOUNTS: Ban = {
  group: ['#server/auth/local-accounts/**', './auth/local-accounts/**', './local-accounts/**'],
  message: 'Only start-server.ts picks an issuer.',
};

const PORT = 'backend/backend.ts';

/** The folders of client state, and what each may import besides itself. */
const STATE = {
  store: [],
  live: ['store/**', PORT],
  writing: ['store/**', 'card-view.ts', PORT],
  session: ['board.ts', 'store/**', PORT],
};

/** What pages, reading and components share, and what imports none of them. */
const LEAVES = ['input/**', 'format/**', 'words.ts', 'card-view.ts', 'card-element.ts'];

/** Bans every client module but these, types included. */
function propsOnly(allowed: readonly string[]): Ban[] {
  const group = ['#client/**', ...allowed.map((path) => `!#client/${path}`)];
  return [
    ADAPTERS,
    { group, message: `Of the client, only ${allowed.join(', ')} may be imported here.` },
  ];
}

/** Bans every client module but these; types may cross, so that none is written twice. */
function clientOnly(allowed: readonly string[]): Ban[] {
  return propsOnly(allowed).map((ban) => ({ ...ban, allowTypeImports: true }));
}

/** Bans every folder of the server but these and the shared ones. */
function serverOnly(rooms: readonly string[]): Ban {
  const allowed = ['errors/**', 'version.ts', ...rooms];
  return {
    group: ['#server/**', ...allowed.map((path) => `!#server/${path}`)],
    message: `Of the server, only ${allowed.join(', ')} may be imported here.`,
  };
}

/** The arrows of the architecture: what each folder must not import. A later zone replaces an earlier one. */
const zones: { files: string[]; bans: Ban[] }[] = [
  {
    files: ['src/shared/**'],
    bans: [
      { group: ['**', '!./**', '!valibot'], message: 'Shared code imports valibot and itself.' },
    ],
  },
  { files: ['src/server/**'], bans: [CLIENT_SIDE, LOCAL_ACCOUNTS] },
  { files: ['src/server/start-server.ts', 'src/server/testing/**'], bans: [CLIENT_SIDE] },
  {
    files: ['src/server/errors/**'],
    bans: [CLIENT_SIDE, HTTP, LOCAL_ACCOUNTS, DRIVERS, serverOnly([])],
  },
  {
    files: ['src/server/http/**'],
    bans: [CLIENT_SIDE, LOCAL_ACCOUNTS, serverOnly(['http/**', 'database/database.ts'])],
  },
  {
    files: ['src/server/auth/**'],
    bans: [CLIENT_SIDE, LOCAL_ACCOUNTS, serverOnly(['auth/**', 'http/**', 'database/**'])],
  },
  {
    files: ['src/server/auth/local-accounts/**'],
    bans: [CLIENT_SIDE, serverOnly(['auth/**', 'http/**'])],
  },
  {
    files: ['src/server/thoughts/**'],
    bans: [
      CLIENT_SIDE,
      LOCAL_ACCOUNTS,
      serverOnly(['thoughts/**', 'auth/**', 'http/**', 'database/**']),
    ],
  },
  {
    files: ['src/server/live/**'],
    bans: [
      CLIENT_SIDE,
      LOCAL_ACCOUNTS,
      serverOnly(['live/**', 'thoughts/**', 'auth/**', 'http/**', 'database/**']),
    ],
  },
  {
    files: ['src/server/operator/**'],
    bans: [
      CLIENT_SIDE,
      LOCAL_ACCOUNTS,
      DRIVERS,
      serverOnly(['operator/**', 'auth/session-store.ts', 'database/**', 'config.ts']),
    ],
  },
  {
    files: ['tools/**'],
    bans: [
      CLIENT_SIDE,
      DRIVERS,
      // The accounts on Firebase get the uids of a self-hosted board.
      serverOnly(['operator/**', 'auth/{identity,issuer}.ts']),
    ],
  },
  {
    files: ['src/server/process/**'],
    bans: [CLIENT_SIDE, LOCAL_ACCOUNTS, serverOnly(['process/**'])],
  },
  {
    files: ['src/server/**/*-store.ts', 'src/server/live/change-feed.ts'],
    bans: [CLIENT_SIDE, HTTP, LOCAL_ACCOUNTS, DRIVERS, serverOnly(['thoughts/**', 'database/**'])],
  },
  {
    files: ['src/server/database/**'],
    bans: [CLIENT_SIDE, HTTP, serverOnly(['database/**'])],
  },
  {
    files: ['src/server/database/postgres/**'],
    bans: [CLIENT_SIDE, HTTP, serverOnly(['database/*', 'database/postgres/**'])],
  },
  {
    files: ['src/server/database/sqlite/**'],
    bans: [CLIENT_SIDE, HTTP, serverOnly(['database/*', 'database/sqlite/**'])],
  },
  { files: ['src/client/**'], bans: [SERVER_SIDE, FIREBASE, ADAPTERS] },
  { files: ['src/client/main.tsx'], bans: [SERVER_SIDE, FIREBASE] },
  {
    files: ['src/client/components/**'],
    bans: [
      SERVER_SIDE,
      FIREBASE,
      ...propsOnly(['components/**', ...LEAVES, 'store/{store,use-store}.ts']),
    ],
  },
  {
    files: ['src/client/input/**'],
    bans: [SERVER_SIDE, FIREBASE, ...propsOnly(['input/**'])],
  },
  {
    files: ['src/client/format/**', 'src/client/card-*.ts', 'src/client/words.ts'],
    bans: [SERVER_SIDE, FIREBASE, ...propsOnly(['words.ts'])],
  },
  {
    files: ['src/client/pages/**'],
    bans: [
      SERVER_SIDE,
      FIREBASE,
      ...clientOnly([
        'pages/**',
        'reading/**',
        'components/**',
        ...LEAVES,
        'board.ts',
        'router.tsx',
        ...Object.keys(STATE).map((room) => `${room}/**`),
        PORT,
      ]),
    ],
  },
  {
    files: ['src/client/reading/**'],
    bans: [
      SERVER_SIDE,
      FIREBASE,
      ...clientOnly([
        'reading/**',
        'components/**',
        ...LEAVES,
        'board.ts',
        'live/**',
        'store/**',
        'writing/**',
      ]),
    ],
  },
  ...Object.entries(STATE).flatMap(([room, others]) => {
    const bans = [SERVER_SIDE, FIREBASE, ...clientOnly([`${room}/**`, ...others])];
    return [
      { files: [`src/client/${room}/**`], bans: [...bans, REACT] },
      { files: [`src/client/${room}/**/use-*.{ts,tsx}`], bans },
    ];
  }),
  {
    files: ['src/client/backend/**'],
    bans: [SERVER_SIDE, FIREBASE, REACT, ...clientOnly([PORT])],
  },
  {
    files: ['src/client/backend/backend.ts'],
    bans: [{ group: ['**', '!#shared/**'], message: 'The port speaks our own types only.' }],
  },
  {
    files: ['src/client/backend/firebase/**'],
    bans: [SERVER_SIDE, REACT, ...clientOnly([PORT])],
  },
  {
    files: ['scripts/*.mjs'],
    bans: [
      {
        regex: '^#(?:[^b]|b[^i])|\\.tsx?$',
        message: "The machine's own Node may not run TypeScript.",
      },
    ],
  },
];

/** Files that may cross the arrows, as they check that the parts fit together. */
export const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  'src/client/backend/contract.ts',
  'tests/**',
];

/** The arrows as rules of the linter. */
export const zoneRules: OxlintOverride[] = zones.map(({ files, bans }) => ({
  files,
  excludeFiles: TESTS,
  rules: { 'no-restricted-imports': ['error', { patterns: [PARENT, ...bans] }] },
}));
