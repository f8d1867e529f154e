import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Imports that point against an arrow, by the importing file. */
const BROKEN_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/planted.ts': ['#client/live/live-query.ts', '#server/app.ts', 'node:fs', 'react'],
  'src/server/planted.ts': [
    '#client/backend/backend.ts',
    '#tests/setup/quiet-console.ts',
    'react-dom/server',
    './auth/local-accounts/local-accounts.ts',
  ],
  'src/server/errors/planted.ts': ['#server/database/database.ts', 'fastify'],
  'src/server/http/planted.ts': [
    '#server/auth/session-hooks.ts',
    '#server/database/open-database.ts',
  ],
  'src/server/auth/planted.ts': ['#server/live/stream-hub.ts', './local-accounts/account.ts'],
  'src/server/auth/planted-store.ts': ['#server/http/log.ts', 'pg'],
  'src/server/thoughts/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/thoughts/planted-store.ts': ['#client/backend/backend.ts', 'fastify', 'node:sqlite'],
  'src/server/live/planted.ts': ['#server/app.ts'],
  'src/server/live/change-feed.ts': ['fastify'],
  'src/server/operator/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/process/planted.ts': ['#server/config.ts'],
  'tools/firebase-transfer/planted.ts': ['#server/auth/session-store.ts'],
  'src/server/database/planted.ts': ['#server/http/log.ts', '@fastify/cookie'],
  'src/server/database/sqlite/planted.ts': ['#server/database/postgres/writer.ts'],
  'src/server/database/postgres/planted.ts': ['#server/database/sqlite/connection.ts'],
  'src/client/planted.ts': [
    '#server/config.ts',
    'firebase/firestore',
    './backend/http/http-backend.ts',
  ],
  'src/client/main.tsx': ['#server/config.ts'],
  'src/client/components/planted.tsx': [
    '#client/live/live-query.ts',
    '#client/pages/feed-page.tsx',
    '#client/reading/scroll.ts',
    'node:path',
  ],
  'src/client/input/planted.ts': ['#client/components/card/thought-card.tsx'],
  'src/client/pages/planted.tsx': [
    '#client/backend/http/http-backend.ts',
    '#client/app.tsx',
    'fastify',
  ],
  'src/client/reading/planted.ts': ['#client/pages/feed-page.tsx', '#client/backend/backend.ts'],
  'src/client/store/planted.ts': ['react', '#client/backend/backend.ts'],
  'src/client/live/planted.ts': ['react', '#client/writing/optimistic.ts'],
  'src/client/live/use-planted.ts': ['#client/pages/feed-page.tsx'],
  'src/client/writing/planted.ts': ['react-dom', '#client/board.ts', '#client/session/account.ts'],
  'src/client/session/planted.ts': ['wouter', '#client/writing/texts.ts'],
  'src/client/backend/backend.ts': ['valibot', './http/http-backend.ts'],
  'src/client/backend/http/planted.ts': [
    '#client/backend/memory/memory-backend.ts',
    '#client/session/account.ts',
    'react',
    '@firebase/app',
  ],
  'src/client/backend/firebase/planted.ts': ['#client/backend/http/http-backend.ts', 'react'],
  'tests/planted.ts': ['../src/server/app.ts'],
};

/** Imports that follow the arrows. */
const SOUND_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/planted-too.ts': ['valibot', './thought.ts'],
  'src/server/planted-too.ts': ['fastify', '#shared/thought.ts'],
  'src/server/start-server.ts': ['./auth/local-accounts/local-accounts.ts'],
  'src/server/auth/planted-too.ts': ['#server/http/valibot-routes.ts'],
  'src/server/thoughts/planted-too-store.ts': ['#server/database/database.ts'],
  'src/server/database/postgres/planted-too.ts': ['#server/database/events.ts'],
  'src/client/components/planted-too.tsx': [
    '#shared/thought.ts',
    '#client/input/text-field.ts',
    '#client/store/use-store.ts',
  ],
  'src/client/pages/planted-too.tsx': [
    '#client/components/avatar.tsx',
    '#client/reading/scroll.ts',
  ],
  'src/client/live/planted-too.ts': ['#client/backend/backend.ts'],
  'src/client/live/use-planted-too.ts': ['react'],
  'src/client/backend/http/planted-too.ts': ['#client/backend/backend.ts'],
  'src/client/backend/firebase/planted-too.ts': ['firebase/firestore'],
};

const TYPE_ACROSS = [
  'src/client/components/typed.tsx',
  "export type { Text } from '#client/writing/texts.ts';",
] as const;

/** Other lines the linter must refuse, and the rule that does. */
const REFUSED_LINES = [
  ['src/server/app.ts', 'no-restricted-properties', 'export const settings = process.env;'],
  [
    'src/client/settings.ts',
    'no-restricted-properties',
    'export const mode = import.meta.env.MODE;',
  ],
  [
    'src/client/pages/late.ts',
    'no-restricted-imports',
    "export const late = () => import('#server/app.ts');",
  ],
  [
    'scripts/planted.mjs',
    'no-restricted-imports',
    "export const late = () => import('#shared/thought.ts');",
  ],
  ['src/shared/barrel.ts', 'no-barrel-file', "export * from './thought.ts';"],
  ['src/shared/usual.ts', 'no-default-export', 'export default 1;'],
  ['src/shared/NotKebab.ts', 'filename-case', 'export const one = 1;'],
  [
    'src/shared/circle.ts',
    'no-cycle',
    "import type { Other } from './other.ts';\nexport type Circle = Other;",
  ],
  ['src/shared/any.ts', 'no-explicit-any', 'export const one: any = 1;'],
  [
    'src/shared/cast.ts',
    'no-unsafe-type-assertion',
    'export const one = JSON.parse("1") as string;',
  ],
  [
    'src/shared/mocked.test.ts',
    'no-restricted-vi-methods',
    "import { vi } from 'vitest';\nvi.mock('./thought.ts');",
  ],
] as const;

let folder: string;
let findings: readonly Finding[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'architecture-'));
  await Promise.all(
    ['oxlint.config.ts', 'oxlint.zones.ts', 'package.json', 'tsconfig.base.json'].map((file) =>
      cp(join(ROOT, file), join(folder, file)),
    ),
  );
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const imports = [...arrowsOf(BROKEN_ARROWS), ...arrowsOf(SOUND_ARROWS)].map(
    ([file, target]) => [file, `export { planted } from '${target}';`] as const,
  );
  const otherHalf = "import type { Circle } from './circle.ts';\nexport type Other = Circle;";
  await plant([
    ...imports,
    TYPE_ACROSS,
    ['src/shared/other.ts', otherHalf],
    ...REFUSED_LINES.map(([file, , line]) => [file, line] as const),
  ]);
  findings = await lint();
});

afterAll(() => rm(folder, { recursive: true }));

describe('the linter', () => {
  test('refuses each import against an arrow', () => {
    const isTaken = arrowsOf(BROKEN_ARROWS).filter((arrow) => !isRefused(arrow));
    expect(isTaken).toEqual([]);
  });

  test('takes each import along an arrow, and a type across those of the client', () => {
    expect(arrowsOf(SOUND_ARROWS).filter(isRefused)).toEqual([]);
    const [file] = TYPE_ACROSS;
    expect(findings.filter(({ filename }) => filename === file)).toEqual([]);
  });

  test.each(REFUSED_LINES)('refuses in %s by %s: %s', (file, rule) => {
    const codes = findings.filter(({ filename }) => filename === file).map(({ code }) => code);
    expect(codes).toContainEqual(expect.stringContaining(rule));
  });
});

type Arrow = readonly [file: string, target: string];

function arrowsOf(arrows: typeof BROKEN_ARROWS): Arrow[] {
  return Object.entries(arrows).flatMap(([file, targets]) =>
    targets.map((target) => [file, target] as const),
  );
}

const Report = v.object({
  diagnostics: v.array(v.object({ code: v.string(), filename: v.string(), message: v.string() })),
});
type Finding = v.InferOutput<typeof Report>['diagnostics'][number];

async function plant(lines: readonly (readonly [file: string, line: string])[]): Promise<void> {
  const files = Map.groupBy(lines, ([file]) => file);
  for (const [file, planted] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), planted.map(([, line]) => `${line}\n`).join(''));
  }
}

function lint(): Promise<readonly Finding[]> {
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--format=json', 'src', 'tests', 'tools', 'scripts'];
  return new Promise((resolve, reject) => {
    // The linter ends with a failure, as it should: what counts is its report.
    execFile(process.execPath, args, { cwd: folder }, (_failure, stdout, stderr) => {
      const report = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), stdout);
      if (report.success) resolve(report.output.diagnostics);
      else reject(new Error(`The linter gave no report: ${stdout}${stderr}`));
    });
  });
}

function isRefused([file, target]: Arrow): boolean {
  return findings.some(
    ({ code, filename, message }) =>
      filename === file &&
      code.includes('no-restricted-imports') &&
      message.includes(`'${target}'`),
  );
}
