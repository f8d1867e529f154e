import { defineConfig } from 'oxlint';
import { PARENT, TESTS, windowlessRule, zoneRules } from './oxlint.zones.ts';

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'promise', 'vitest', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    // The rule also counts `?.` and `??`.
    complexity: ['error', 15],
    'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', 60],
    'max-params': ['error', 3],
    'no-restricted-imports': ['error', { patterns: [PARENT] }],
    'no-restricted-properties': [
      'error',
      { property: 'env', message: 'Settings are read in server/config.ts and client/main.tsx.' },
    ],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    // For a dot, an icon or a live region, no tag says as much as its role does.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/react-in-jsx-scope': 'off',
    // TypeScript's own noImplicitReturns knows when a switch is exhaustive.
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // The rule takes channels and workers for windows.
    'unicorn/require-post-message-target-origin': 'off',
    'vitest/no-restricted-vi-methods': [
      'error',
      { mock: 'Use the real thing, or another adapter of the port.', doMock: 'As vi.mock.' },
    ],
  },
  overrides: [
    ...zoneRules,
    windowlessRule,
    {
      files: [
        'src/server/{config,main}.ts',
        'src/server/operator/run-command.ts',
        'tests/server/operator-command.ts',
        'src/client/main.tsx',
        'bench/{figures,product/serve}.ts',
        'tools/hosted/google-firestore.ts',
        'scripts/**',
        ...TESTS,
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      // A composition root grows with the number of its parts.
      files: [
        'src/client/{main.tsx,state/board.ts,ui/app.tsx}',
        'src/server/{app,config,main,start-server}.ts',
        'src/server/operator/main.ts',
      ],
      rules: { 'max-lines': 'off' },
    },
    {
      // What runs in a page is one function, and so is all that shares an emulator's state.
      files: ['tools/{firestore-emulator,hosted}/**'],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      files: ['*.config.ts'],
      rules: { 'import/no-default-export': 'off', 'no-restricted-properties': 'off' },
    },
    {
      files: TESTS,
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'max-params': 'off' },
    },
  ],
});
