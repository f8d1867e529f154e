import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/server/test-board.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * For every boundary an import that breaks it, by the importing file; a path after `type` is of a type only. What
 * begins with `global` is a use of the window.
 */
const BROKEN_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/planted.ts': ['#client/state/live-query.ts', '#server/app.ts', 'node:fs', 'react'],
  'src/server/planted.ts': ['#client/backend/backend.ts', '#tests/setup/every-test.ts', 'pg'],
  'src/server/errors/planted.ts': ['#server/config.ts'],
  'src/server/http/planted.ts': ['#server/auth/browser-sessions.ts', 'node:sqlite'],
  'src/server/auth/planted.ts': ['#server/live/stream-hub.ts', './local-accounts/account.ts'],
  'src/server/auth/local-accounts/planted.ts': ['#server/database/database.ts'],
  'src/server/thoughts/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/thoughts/planted-store.ts': ['#client/backend/backend.ts', 'fastify', 'node:sqlite'],
  'src/server/live/planted.ts': ['#server/app.ts'],
  'src/server/operator/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/database/planted.ts': ['#server/http/log.ts', 'fastify'],
  'src/server/database/postgres/planted.ts': ['#server/database/sqlite/open-sqlite.ts'],
  'src/server/database/sqlite/planted.ts': ['#server/database/postgres/open-postgres.ts'],
  'tools/firebase-transfer/planted.ts': ['#server/auth/session-store.ts', 'pg', 'react'],
  'tools/hosted/planted.ts': ['#client/state/board.ts', '#server/operator/main.ts'],
  'tools/firestore-emulator/planted.ts': ['#tests/setup/every-test.ts', '#tools/hosted/hosting.ts'],
  'src/client/main.tsx': ['#server/config.ts', 'firebase/firestore'],
  'src/client/store/planted.ts': ['react', '#client/browser/storage.ts', 'global window'],
  'src/client/store/use-planted.ts': ['#client/state/board.ts'],
  'src/client/browser/planted.ts': ['react', 'type #client/state/account.ts'],
  'src/client/backend/planted.ts': ['#client/state/board.ts', 'react'],
  'src/client/backend/backend.ts': ['./http/http-backend.ts', 'valibot'],
  'src/client/backend/http/planted.ts': [
    '#client/backend/firebase/writes.ts',
    'react',
    'firebase/auth',
    'type #client/browser/storage.ts',
  ],
  'src/client/backend/firebase/planted.ts': ['#client/backend/http/request.ts', 'react'],
  'src/client/state/planted.ts': [
    'react-dom',
    '#client/browser/storage.ts',
    '#client/ui/words.ts',
    'global localStorage',
    'type #client/ui/router.tsx',
    '#client/backend/http/http-backend.ts',
  ],
  'src/client/ui/planted.tsx': ['#client/state/board.ts', '#client/browser/storage.ts', 'node:fs'],
  'src/client/ui/input/planted.ts': ['#client/ui/words.ts', 'type #client/state/board.ts'],
  'src/client/ui/format/planted.ts': ['type #client/state/board.ts'],
  'src/client/ui/components/planted.tsx': ['#client/ui/pages/top-bar.tsx', 'node:path'],
  'src/client/ui/components/planted-type.tsx': ['type #client/state/board.ts'],
  'src/client/ui/reading/planted.ts': ['#client/ui/pages/top-bar.tsx', '#client/state/places.ts'],
  'src/client/ui/pages/planted.tsx': [
    '#client/backend/http/http-backend.ts',
    '#client/state/board.ts',
    'type #client/main.tsx',
  ],
  'tests/planted.ts': ['../src/server/app.ts'],
};

const ARROWS = Object.entries(BROKEN_ARROWS).flatMap(([file, targets]) =>
  targets.map((target) => [file, target] as const),
);

const Report = v.object({
  diagnostics: v.array(v.object({ code: v.string(), filename: v.string(), message: v.string() })),
});

test('the linter refuses each import against an arrow', () => {
  const folder = temporaryFolder();
  for (const file of ['oxlint.config.ts', 'oxlint.zones.ts', 'package.json'])
    cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, targets] of Object.entries(BROKEN_ARROWS)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const lines = targets.map((target) =>
      target.startsWith('global ')
        ? `export const ${target.replace('global ', 'planted = ')};\n`
        : target.replace(/^(type )?(.*)$/u, "export $1{ planted } from '$2';\n"),
    );
    writeFileSync(join(folder, file), lines.join(''));
  }
  const findings = lint(folder).filter(({ code }) => code.includes('no-restricted-'));
  const passed = ARROWS.filter(
    ([file, target]) =>
      !findings.some(
        ({ filename, message }) =>
          filename === file && message.includes(`'${target.replace(/^(?:type|global) /u, '')}'`),
      ),
  );
  expect(passed).toEqual([]);
});

function lint(folder: string) {
  const args = ['node_modules/oxlint/bin/oxlint', '--format=json', 'src', 'tests', 'tools'];
  // The linter is meant to fail: what counts is its report.
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), stdout);
  if (!report.success) throw new Error(`The linter gave no report: ${stdout}${stderr}`);
  return report.output.diagnostics;
}
