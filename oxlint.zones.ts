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

const WINDOW =
  'window document navigator location localStorage sessionStorage history screen matchMedia addEventListener removeEventListener dispatchEvent requestAnimationFrame'.split(
    ' ',
  );

const PORT = 'backend/backend.ts';
/** What of the browser knows no window: names, and functions over a storage that is passed in. */
const WINDOWLESS = ['browser/storage-keys.ts', 'browser/stored-items.ts'];
/** What all parts of the user interface share, and what imports none of them. */
const LEAVES = ['ui/input/**', 'ui/format/**', 'ui/words.ts', 'ui/card-element.ts'];
const SHIFTS = 'browser/click-guard.ts';
const WATCHED = 'store/{store,use-store}.ts';

/**
 * The client's layers, from the lowest, and the parts of the highest; of the client each may import besides itself
 * the values `of` these, and the types of `types`, too. A later one replaces an earlier one.
 */
const CLIENT_LAYERS: Readonly<Record<string, { of: string[]; types?: string[] }>> = {
  store: { of: [] },
  browser: { of: ['store/store.ts'] },
  backend: { of: [PORT, 'browser/own-address.ts'] },
  state: { of: [PORT, ...WINDOWLESS, 'store/store.ts'], types: ['browser/**'] },
  ui: { of: [WATCHED, SHIFTS], types: ['state/**', PORT] },
  'ui/input': { of: [] },
  'ui/format': { of: ['ui/words.ts'] },
  'ui/components': {
    of: [...LEAVES, WATCHED, SHIFTS],
    types: ['state/card-actions.ts', 'state/card-view.ts'],
  },
  'ui/reading': { of: [...LEAVES, 'ui/components/**', WATCHED], types: ['state/**'] },
  'ui/pages': { of: ['ui/**', WATCHED], types: ['state/**', PORT] },
};
const ADAPTER_MAY_IMPORT = [PORT, 'browser/own-address.ts'];
/** The layers that know no React, but for a `use-*.ts` in `store`. */
const WITHOUT_REACT = ['store', 'browser', 'backend', 'state'];

function clientZone([layer, { of, types = [] }]: [string, { of: string[]; types?: string[] }]) {
  const own = `${layer}/**`;
  const bans = [
    SERVER_SIDE,
    FIREBASE,
    ADAPTERS,
    ...(WITHOUT_REACT.includes(layer) ? [REACT] : []),
    ...clientOnly([own, ...of], types),
  ];
  return { files: [`src/client/${layer}/**`], bans };
}

/** Bans every client module but these; of some, types may be imported. */
function clientOnly(allowed: readonly string[], types: readonly string[]): Ban[] {
  const message = `Of the client, only ${[...allowed, ...types.map((path) => `types of ${path}`)].join(', ')} may be imported here.`;
  const of = (paths: readonly string[], isAllowed: boolean): string[] =>
    paths.map((path) => `${isAllowed ? '!' : ''}#client/${path}`);
  const all = [{ group: ['#client/**', ...of(allowed, true)], message }];
  if (types.length === 0) return all;
  // Where a path is excepted from one list of globs, the linter heeds no other list: so the first names whole layers.
  const layers = ['store', 'browser', 'backend', 'state', 'ui', 'main.tsx'];
  const named = [...allowed, ...types].map((path) => path.split('/')[0]);
  const banned = layers.filter((name) => !named.includes(name));
  const whole = banned.map((name) => (name.includes('.') ? name : `${name}/**`));
  const inState = types.filter((path) => /^state\/[^*]/u.test(path));
  const rest = inState.length > 0 ? ['#client/state/**', ...of(inState, true)] : [];
  return [
    { group: [...of(whole, false), ...rest], message },
    ...all.map((ban) => ({ ...ban, allowTypeImports: true })),
  ];
}

/** Bans every folder of the server but these and the shared ones. */
function serverOnly(folders: readonly string[]): Ban {
  const allowed = ['errors/**', 'version.ts', ...folders];
  return {
    group: ['#server/**', ...allowed.map((path) => `!#server/${path}`)],
    message: `Of the server, only ${allowed.join(', ')} may be imported here.`,
  };
}

/** The server's folders, and what each may import of it besides itself. A later one replaces an earlier one. */
const SERVER_FOLDERS = {
  errors: [],
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

function serverZone([folder, others]: [string, readonly string[]]): Zone {
  const isDatabase = folder.startsWith('database');
  const bans = [CLIENT_SIDE, LOCAL_ACCOUNTS, isDatabase ? HTTP : DRIVERS];
  return {
    files: [`src/server/${folder}/**`],
    bans: [...bans, serverOnly([`${folder}/**`, ...others])],
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
  { files: ['src/server/**'], bans: [CLIENT_SIDE, LOCAL_ACCOUNTS, DRIVERS] },
  { files: ['src/server/start-server.ts'], bans: [CLIENT_SIDE] },
  ...Object.entries(SERVER_FOLDERS).map(serverZone),
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
  {
    files: ['tools/hosted/**'],
    // Both boards lock their folders, and check their ports.
    bans: [CLIENT_SIDE, DRIVERS, serverOnly(['database/sqlite/data-folder.ts', 'settings.ts'])],
  },
  {
    files: ['tools/firestore-emulator/**'],
    bans: [
      CLIENT_SIDE,
      DRIVERS,
      serverOnly([]),
      { group: ['#tools/*/**'], message: 'The emulator knows nobody who starts it.' },
    ],
  },
  { files: ['src/client/main.tsx'], bans: [SERVER_SIDE, FIREBASE] },
  ...Object.entries(CLIENT_LAYERS).map(clientZone),
  { files: ['src/client/store/use-*.ts'], bans: [SERVER_SIDE, ...clientOnly(['store/**'], [])] },
  {
    files: ['src/client/backend/*/**'],
    bans: [SERVER_SIDE, FIREBASE, REACT, ...clientOnly(ADAPTER_MAY_IMPORT, [])],
  },
  {
    files: ['src/client/backend/backend.ts'],
    bans: [{ group: ['**', '!#shared/**'], message: 'The port speaks our own types only.' }],
  },
  {
    files: ['src/client/backend/firebase/**'],
    bans: [SERVER_SIDE, REACT, ...clientOnly(ADAPTER_MAY_IMPORT, [])],
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

/** State is plain data and functions, which run without a page. */
export const windowlessRule: OxlintOverride = {
  files: ['src/client/{state,store}/**'],
  excludeFiles: TESTS,
  rules: { 'no-restricted-globals': ['error', ...WINDOW] },
};
