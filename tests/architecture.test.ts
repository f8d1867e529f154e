import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Imports that point against an arrow: the importing file, and what it imports. */
const BROKEN_ARROWS = [
  ['src/shared/planted.ts', '#client/live/live-query.ts'],
  ['src/shared/planted.ts', '#server/app.ts'],
  ['src/shared/planted.ts', 'node:fs'],
  ['src/shared/planted.ts', 'react'],
  ['src/server/planted.ts', '#client/backend/backend.ts'],
  ['src/server/planted.ts', '#tests/setup/quiet-console.ts'],
  ['src/server/planted.ts', 'react-dom/server'],
  ['src/server/planted.ts', './auth/local-accounts/local-accounts.ts'],
  ['src/server/errors/planted.ts', '#server/database/database.ts'],
  ['src/server/errors/planted.ts', 'fastify'],
  ['src/server/http/planted.ts', '#server/auth/session-hooks.ts'],
  ['src/server/http/planted.ts', '#server/database/database-name.ts'],
  ['src/server/http/planted.ts', '#server/live/stream-hub.ts'],
  ['src/server/auth/planted.ts', '#server/live/stream-hub.ts'],
  ['src/server/auth/planted.ts', './local-accounts/account.ts'],
  ['src/server/thoughts/planted-store.ts', 'fastify'],
  ['src/server/thoughts/planted-store.ts', '#client/backend/backend.ts'],
  ['src/server/thoughts/planted.ts', '#server/live/stream-hub.ts'],
  ['src/server/live/planted.ts', '#server/app.ts'],
  ['src/server/people/planted.ts', '#server/live/stream-hub.ts'],
  ['src/server/process/planted.ts', '#server/config.ts'],
  ['src/server/database/planted.ts', '#server/http/log.ts'],
  ['src/server/database/planted.ts', '@fastify/cookie'],
  ['src/server/database/sqlite/planted.ts', '#server/database/postgres/writer.ts'],
  ['src/server/database/postgres/planted.ts', '#server/database/sqlite/statement.ts'],
  ['src/server/thoughts/planted-store.ts', 'node:sqlite'],
  ['src/server/auth/planted-store.ts', 'pg'],
  ['src/server/thoughts/planted-store.ts', '#server/live/stream-hub.ts'],
  ['src/server/auth/planted-store.ts', '#server/http/log.ts'],
  ['src/server/transfer/planted.ts', '#server/auth/session-store.ts'],
  ['src/server/live/change-feed.ts', 'fastify'],
  ['src/client/planted.ts', '#server/config.ts'],
  ['src/client/planted.ts', 'firebase/firestore'],
  ['src/client/planted.ts', './backend/http/http-backend.ts'],
  ['src/client/main.tsx', '#server/config.ts'],
  ['src/client/components/planted.tsx', '#client/live/live-query.ts'],
  ['src/client/components/planted.tsx', '#client/pages/feed-page.tsx'],
  ['src/client/components/planted.tsx', '#client/backend/backend.ts'],
  ['src/client/components/planted.tsx', 'node:path'],
  ['src/client/input/planted.ts', '#client/components/card/thought-card.tsx'],
  ['src/client/input/planted.ts', '#client/store/store.ts'],
  ['src/client/pages/planted.tsx', '#client/backend/http/http-backend.ts'],
  ['src/client/pages/planted.tsx', '#client/input/press-guard.ts'],
  ['src/client/pages/planted.tsx', '#client/app.tsx'],
  ['src/client/pages/planted.tsx', 'fastify'],
  ['src/client/live/planted.ts', '#client/components/card/thought-card.tsx'],
  ['src/client/live/planted.ts', 'react'],
  ['src/client/session/planted.ts', 'wouter'],
  ['src/client/store/planted.ts', 'react'],
  ['src/client/store/planted.ts', '#client/backend/backend.ts'],
  ['src/client/live/planted.ts', '#client/writing/optimistic.ts'],
  ['src/client/writing/planted.ts', '#client/board.ts'],
  ['src/client/writing/planted.ts', '#client/session/auth-session.ts'],
  ['src/client/session/planted.ts', '#client/writing/drafts.ts'],
  ['src/client/reading/planted.ts', '#client/pages/feed-page.tsx'],
  ['src/client/reading/planted.ts', '#client/backend/backend.ts'],
  ['src/client/components/planted.tsx', '#client/reading/scroll.ts'],
  ['src/client/writing/planted.ts', '#client/backend/memory/memory-backend.ts'],
  ['src/client/writing/planted.ts', 'react-dom'],
  ['src/client/live/use-planted.ts', '#client/pages/feed-page.tsx'],
  ['src/client/backend/backend.ts', 'valibot'],
  ['src/client/backend/backend.ts', './http/http-backend.ts'],
  ['src/client/backend/http/planted.ts', '#client/backend/memory/memory-backend.ts'],
  ['src/client/backend/http/planted.ts', '#client/session/auth-session.ts'],
  ['src/client/backend/http/planted.ts', 'react'],
  ['src/client/backend/http/planted.ts', '@firebase/app'],
  ['src/client/backend/http/planted.ts', 'firebase/auth'],
  ['src/client/backend/firebase/planted.ts', '#client/backend/http/http-backend.ts'],
  ['src/client/backend/firebase/planted.ts', 'react'],
  ['tests/planted.ts', '../src/server/app.ts'],
] as const;

/** Imports that follow the arrows. */
const SOUND_ARROWS = [
  ['src/shared/planted-too.ts', 'valibot'],
  ['src/shared/planted-too.ts', './thought.ts'],
  ['src/server/planted-too.ts', 'fastify'],
  ['src/server/planted-too.ts', '#shared/thought.ts'],
  ['src/server/start-server.ts', './auth/local-accounts/local-accounts.ts'],
  ['src/server/auth/planted-too.ts', '#server/http/valibot-routes.ts'],
  ['src/server/auth/local-accounts/planted-too.ts', '#server/auth/issuer.ts'],
  ['src/server/thoughts/planted-too-store.ts', '#server/database/database.ts'],
  ['src/server/thoughts/planted-too-store.ts', '#server/errors/refusal.ts'],
  ['src/server/database/postgres/planted-too.ts', '#server/database/signal.ts'],
  ['src/server/database/sqlite/planted-too.ts', '#server/errors/error-message.ts'],
  ['src/server/transfer/planted-too.ts', '#server/database/operator-database.ts'],
  ['src/client/main.tsx', './backend/http/http-backend.ts'],
  ['src/client/components/planted-too.tsx', '#shared/thought.ts'],
  ['src/client/components/planted-too.tsx', '#client/components/photo.tsx'],
  ['src/client/components/planted-too.tsx', '#client/input/fit-input.ts'],
  ['src/client/pages/planted-too.tsx', '#client/components/photo.tsx'],
  ['src/client/pages/planted-too.tsx', '#client/live/use-live-query.ts'],
  ['src/client/pages/planted-too.tsx', '#client/backend/backend.ts'],
  ['src/client/pages/planted-too.tsx', '#client/reading/scroll.ts'],
  ['src/client/reading/planted-too.ts', '#client/board.ts'],
  ['src/client/reading/planted-too.ts', '#client/components/new-thoughts.ts'],
  ['src/client/session/planted-too.ts', '#client/board.ts'],
  ['src/client/live/planted-too.ts', '#client/backend/backend.ts'],
  ['src/client/live/use-planted-too.ts', 'react'],
  ['src/client/backend/http/planted-too.ts', '#client/backend/backend.ts'],
  ['src/client/backend/firebase/planted-too.ts', 'firebase/firestore'],
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
  const imports = [...BROKEN_ARROWS, ...SOUND_ARROWS].map(
    ([file, target]) => [file, `export type { Planted } from '${target}';`] as const,
  );
  await plant([...imports, ...REFUSED_LINES.map(([file, , line]) => [file, line] as const)]);
  findings = await lint();
});

afterAll(() => rm(folder, { recursive: true }));

describe('the linter', () => {
  test.each(BROKEN_ARROWS)('refuses that %s imports %s', (file, target) => {
    expect(arrowsRefused(file)).toContainEqual(expect.stringContaining(`'${target}'`));
  });

  test.each(SOUND_ARROWS)('accepts that %s imports %s', (file, target) => {
    expect(arrowsRefused(file)).not.toContainEqual(expect.stringContaining(`'${target}'`));
  });

  test.each(REFUSED_LINES)('refuses in %s by %s: %s', (file, rule) => {
    const codes = findings.filter(({ filename }) => filename === file).map(({ code }) => code);
    expect(codes).toContainEqual(expect.stringContaining(rule));
  });
});

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
  const args = [oxlint, '--format=json', 'src', 'tests', 'scripts'];
  return new Promise((resolve, reject) => {
    // The linter ends with a failure, as it should: what counts is its report.
    execFile(process.execPath, args, { cwd: folder }, (_failure, stdout, stderr) => {
      const report = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), stdout);
      if (report.success) resolve(report.output.diagnostics);
      else reject(new Error(`The linter gave no report: ${stdout}${stderr}`));
    });
  });
}

function arrowsRefused(file: string): string[] {
  return findings
    .filter(({ code, filename }) => filename === file && code.includes('no-restricted-imports'))
    .map(({ message }) => message);
}
