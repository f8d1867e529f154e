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
const OF_ADAPTERS = [PORT, 'backend/own-address.ts'];

/** What pages, reading and components share, and what imports none of them. */
const LEAVES = ['input/**', 'format/**', 'words.ts', 'card-view.ts', 'card-element.ts'];

/** The client's folders, and what each may import of it besides itself. */
const CLIENT_ROOMS = {
  input: [],
  format: ['words.ts'],
  components: [...LEAVES, 'store/{store,use-store}.ts'],
  store: [],
  live: ['store/**', PORT],
  writing: ['store/**', 'card-view.ts', PORT],
  session: ['board.ts', 'store/**', PORT],
  reading: ['components/**', ...LEAVES, 'board.ts', 'live/**', 'store/**', 'writing/**'],
  pages: [
    ...['reading/**', 'components/**', ...LEAVES, 'board.ts', 'router.tsx'],
    ...['store/**', 'live/**', 'writing/**', 'session/**', PORT],
  ],
};
/** Those that know data and what can be done with it, and not even by a type where both come from. */
const PROPS_ONLY = ['input', 'format', 'components'];
/** Those that hold state. */
const STATE = ['store', 'live', 'writing', 'session'];

function clientZone([room, others]: [string, readonly string[]]): Zone[] {
  const types = PROPS_ONLY.includes(room) ? 'without types' : 'with types';
  const bans = [SERVER_SIDE, FIREBASE, ...clientOnly([`${room}/**`, ...others], types)];
  if (!STATE.includes(room)) return [{ files: [`src/client/${room}/**`], bans }];
  return [
    { files: [`src/client/${room}/**`], bans: [...bans, REACT] },
    { files: [`src/client/${room}/**/use-*.{ts,tsx}`], bans },
  ];
}

/** Bans every client module but these; types may mostly cross, so that none is written twice. */
function clientOnly(allowed: readonly string[], types: 'with types' | 'without types'): Ban[] {
  const group = ['#client/**', ...allowed.map((path) => `!#client/${path}`)];
  const message = `Of the client, only ${allowed.join(', ')} may be imported here.`;
  const allowTypeImports = types === 'with types';
  return [
    { ...ADAPTERS, allowTypeImports },
    { group, message, allowTypeImports },
  ];
}

/** Bans every folder of the server but these and the shared ones. */
function serverOnly(rooms: readonly string[]): Ban {
  const allowed = ['errors/**', 'version.ts', ...rooms];
  return {
    group: ['#server/**', ...allowed.map((path) => `!#server/${path}`)],
    message: `Of the server, only ${allowed.join(', ')} may be imported here.`,
  };
}

/** The server's folders, and what each may import of it besides itself. A later one replaces an earlier one. */
const SERVER_ROOMS = {
  errors: [],
  process: [],
  http: ['database/database.ts'],
  auth: ['http/**', 'database/**'],
  'auth/local-accounts': ['auth/**', 'http/**'],
  thoughts: ['auth/**', 'http/**', 'database/**'],
  live: ['thoughts/**', 'auth/**', 'http/**', 'database/**'],
  operator: ['auth/session-store.ts', 'database/**', 'config.ts'],
  database: [],
  'database/postgres': ['database/*'],
  'database/sqlite': ['database/*'],
};

function serverZone([room, others]: [string, readonly string[]]): Zone {
  const isDatabase = room.startsWith('database');
  const bans = [CLIENT_SIDE, LOCAL_ACCOUNTS, isDatabase ? HTTP : DRIVERS];
  return {
    files: [`src/server/${room}/**`],
    bans: [...bans, serverOnly([`${room}/**`, ...others])],
  };
}

interface Zone {
  files: string[];
  bans: Ban[];
}

/** The arrows of the architecture: what each folder must not import. A later zone replaces an earlier one. */
const zones: Zone[] = [
  {
    files: ['src/shared/**'],
    bans: [
      { group: ['**', '!./**', '!valibot'], message: 'Shared code imports valibot and itself.' },
    ],
  },
  { files: ['src/server/**'], bans: [CLIENT_SIDE, LOCAL_ACCOUNTS] },
  { files: ['src/server/start-server.ts', 'src/server/testing/**'], bans: [CLIENT_SIDE] },
  ...Object.entries(SERVER_ROOMS).map(serverZone),
  {
    files: ['src/server/**/*-store.ts', 'src/server/live/change-feed.ts'],
    bans: [CLIENT_SIDE, HTTP, LOCAL_ACCOUNTS, DRIVERS, serverOnly(['thoughts/**', 'database/**'])],
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
  { files: ['src/client/**'], bans: [SERVER_SIDE, FIREBASE, ADAPTERS] },
  { files: ['src/client/main.tsx'], bans: [SERVER_SIDE, FIREBASE] },
  ...Object.entries(CLIENT_ROOMS).flatMap(clientZone),
  {
    files: ['src/client/card-*.ts', 'src/client/words.ts'],
    bans: [SERVER_SIDE, FIREBASE, ...clientOnly(['words.ts'], 'without types')],
  },
  {
    files: ['src/client/backend/**'],
    bans: [SERVER_SIDE, FIREBASE, REACT, ...clientOnly(OF_ADAPTERS, 'with types')],
  },
  {
    files: ['src/client/backend/backend.ts'],
    bans: [{ group: ['**', '!#shared/**'], message: 'The port speaks our own types only.' }],
  },
  {
    files: ['src/client/backend/firebase/**'],
    bans: [SERVER_SIDE, REACT, ...clientOnly(OF_ADAPTERS, 'with types')],
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
