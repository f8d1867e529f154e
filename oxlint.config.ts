import { defineConfig, type OxlintOverride } from 'oxlint';

type Ban = { message: string } & ({ regex: string } | { group: string[] });

const PARENT: Ban = {
  regex: '(^|/)\\.\\./',
  message: 'Cross folders by #shared/, #client/ or #server/.',
};
const CLIENT_SIDE: Ban = {
  regex: '^(#client/|#tests/|react(-dom|-router)?(/|$)|@?firebase(/|$))',
  message: 'The server never meets the client.',
};
const SERVER_SIDE: Ban = {
  regex: '^(#server/|#tests/|node:|fastify(/|$)|@fastify/|kysely(/|$))',
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
  regex: '^(react|react-dom|react-router)(/|$)',
  message: 'State lives in plain modules; a use-*.ts binds it to React.',
};
const ADAPTERS: Ban = {
  regex: '^(#client|\\.)/backend/[^/]+/',
  message: 'Only main.tsx picks an adapter.',
};

const PORT = 'backend/backend.ts';
const STATE = ['board.ts', 'live/**', 'session/**', 'store/**', 'writing/**'];

/** Bans every client module but these. */
function clientOnly(allowed: readonly string[]): Ban {
  return {
    group: ['#client/**', ...allowed.map((path) => `!#client/${path}`)],
    message: `Of the client, only ${allowed.join(', ')} may be imported here.`,
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
  { files: ['src/server/**'], bans: [CLIENT_SIDE] },
  {
    files: ['src/server/**/*-store.ts', 'src/server/database/**', 'src/server/live/change-feed.ts'],
    bans: [CLIENT_SIDE, HTTP],
  },
  { files: ['src/client/**'], bans: [SERVER_SIDE, FIREBASE, ADAPTERS] },
  { files: ['src/client/main.tsx'], bans: [SERVER_SIDE, FIREBASE] },
  {
    files: ['src/client/components/**'],
    bans: [SERVER_SIDE, FIREBASE, clientOnly(['components/**'])],
  },
  {
    files: ['src/client/pages/**'],
    bans: [
      SERVER_SIDE,
      FIREBASE,
      clientOnly(['pages/**', 'components/**', ...STATE, 'board.ts', PORT]),
    ],
  },
  {
    files: ['src/client/{live,session,store,writing}/**'],
    bans: [SERVER_SIDE, FIREBASE, REACT, clientOnly([...STATE, PORT])],
  },
  {
    files: ['src/client/{live,session,store,writing}/**/use-*.{ts,tsx}'],
    bans: [SERVER_SIDE, FIREBASE, clientOnly([...STATE, PORT])],
  },
  {
    files: ['src/client/backend/**'],
    bans: [SERVER_SIDE, FIREBASE, REACT, clientOnly([PORT])],
  },
  {
    files: ['src/client/backend/backend.ts'],
    bans: [{ group: ['**', '!#shared/**'], message: 'The port speaks our own types only.' }],
  },
  {
    files: ['src/client/backend/firebase/**'],
    bans: [SERVER_SIDE, REACT, clientOnly([PORT])],
  },
];

const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'src/client/backend/contract.ts', 'tests/**'];

const zoneRules: OxlintOverride[] = zones.map(({ files, bans }) => ({
  files,
  excludeFiles: TESTS,
  rules: { 'no-restricted-imports': ['error', { patterns: [PARENT, ...bans] }] },
}));

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'promise', 'vitest', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    complexity: ['error', 10],
    'max-lines': ['error', 200],
    'max-lines-per-function': ['error', 60],
    'max-params': ['error', 3],
    'no-restricted-imports': ['error', { patterns: [PARENT] }],
    'no-restricted-properties': [
      'error',
      { property: 'env', message: 'Settings are read in server/config.ts and client/main.tsx.' },
    ],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    // A dot, an icon or a live region has no tag that says as much as its role does.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/react-in-jsx-scope': 'off',
    // TypeScript's own noImplicitReturns knows when a switch is exhaustive.
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    // The router's ways to redirect and to answer with a status.
    'typescript/only-throw-error': [
      'error',
      {
        allow: [
          { from: 'lib', name: 'Response' },
          { from: 'package', package: 'react-router', name: 'DataWithResponseInit' },
        ],
      },
    ],
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // It takes channels and workers for windows.
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/no-restricted-vi-methods': [
      'error',
      { mock: 'Use the real thing, or another adapter of the port.', doMock: 'As vi.mock.' },
    ],
  },
  overrides: [
    ...zoneRules,
    {
      files: [
        'src/server/{config,main}.ts',
        'src/client/main.tsx',
        'bench/settings.ts',
        'scripts/**',
        ...TESTS,
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['*.config.ts'],
      rules: { 'import/no-default-export': 'off', 'no-restricted-properties': 'off' },
    },
    {
      // Playwright finds out what a fixture needs by its first parameter's pattern, even an empty one.
      files: ['tests/e2e/fixtures.ts'],
      rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
    },
    {
      files: TESTS,
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'max-params': 'off' },
    },
  ],
});
