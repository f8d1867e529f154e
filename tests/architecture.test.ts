import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/test-board.ts';

const ROOT = join(import.meta.dirname, '..');

/** Imports that point against an arrow, by the importing file; a path after `type` is of a type only. */
const BROKEN_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/planted.ts': ['#client/live/live-query.ts', '#server/app.ts', 'node:fs', 'react'],
  'src/server/planted.ts': ['#client/backend/backend.ts', '#tests/setup/every-test.ts'],
  'src/server/http/planted.ts': ['#server/auth/browser-sessions.ts'],
  'src/server/auth/planted.ts': ['#server/live/stream-hub.ts', './local-accounts/account.ts'],
  'src/server/thoughts/planted-store.ts': ['#client/backend/backend.ts', 'fastify', 'node:sqlite'],
  'src/server/live/planted.ts': ['#server/app.ts'],
  'src/server/operator/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/database/planted.ts': ['#server/http/log.ts'],
  'src/server/database/sqlite/planted.ts': ['#server/database/postgres/open-postgres.ts'],
  'tools/firebase-transfer/planted.ts': ['#server/auth/session-store.ts'],
  'src/client/planted.ts': ['#server/config.ts', 'firebase/firestore'],
  'src/client/components/planted.tsx': ['#client/live/live-query.ts', 'node:path'],
  'src/client/components/planted-type.tsx': ['type #client/board.ts'],
  'src/client/pages/planted.tsx': ['#client/backend/http/http-backend.ts', '#client/app.tsx'],
  'src/client/store/planted.ts': ['react', '#client/backend/backend.ts'],
  'src/client/live/planted.ts': ['#client/writing/optimistic.ts'],
  'src/client/writing/planted.ts': ['react-dom', '#client/session/account.ts'],
  'src/client/backend/backend.ts': ['./http/http-backend.ts'],
  'src/client/backend/http/planted.ts': ['#client/backend/firebase/writes.ts', 'react'],
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
      target.replace(/^(type )?(.*)$/u, "export $1{ planted } from '$2';\n"),
    );
    writeFileSync(join(folder, file), lines.join(''));
  }
  const findings = lint(folder).filter(({ code }) => code.includes('no-restricted-imports'));
  const passed = ARROWS.filter(
    ([file, target]) =>
      !findings.some(
        ({ filename, message }) =>
          filename === file && message.includes(`'${target.replace('type ', '')}'`),
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
