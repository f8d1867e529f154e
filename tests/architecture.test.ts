import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');

/** Imports that point against an arrow, by the importing file. */
const BROKEN_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/planted.ts': ['#client/live/live-query.ts', '#server/app.ts', 'node:fs', 'react'],
  'src/server/planted.ts': ['#client/backend/backend.ts', '#tests/setup/quiet-console.ts'],
  'src/server/http/planted.ts': ['#server/auth/session-hooks.ts'],
  'src/server/auth/planted.ts': ['#server/live/stream-hub.ts', './local-accounts/account.ts'],
  'src/server/thoughts/planted-store.ts': ['#client/backend/backend.ts', 'fastify', 'node:sqlite'],
  'src/server/live/planted.ts': ['#server/app.ts'],
  'src/server/operator/planted.ts': ['#server/live/stream-hub.ts'],
  'src/server/database/planted.ts': ['#server/http/log.ts'],
  'src/server/database/sqlite/planted.ts': ['#server/database/postgres/writer.ts'],
  'tools/firebase-transfer/planted.ts': ['#server/auth/session-store.ts'],
  'src/client/planted.ts': ['#server/config.ts', 'firebase/firestore'],
  'src/client/components/planted.tsx': ['#client/live/live-query.ts', 'node:path'],
  'src/client/pages/planted.tsx': ['#client/backend/http/http-backend.ts', '#client/app.tsx'],
  'src/client/store/planted.ts': ['react', '#client/backend/backend.ts'],
  'src/client/live/planted.ts': ['#client/writing/optimistic.ts'],
  'src/client/writing/planted.ts': ['react-dom', '#client/session/account.ts'],
  'src/client/backend/backend.ts': ['./http/http-backend.ts'],
  'src/client/backend/http/planted.ts': ['#client/backend/firebase/writes.ts', 'react'],
  'tests/planted.ts': ['../src/server/app.ts'],
};

/** Imports that follow the arrows. */
const SOUND_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/sound.ts': ['valibot', './thought.ts'],
  'src/server/sound.ts': ['fastify', '#shared/thought.ts'],
  'src/server/thoughts/sound-store.ts': ['#server/database/database.ts'],
  'src/client/components/sound.tsx': ['#shared/thought.ts', '#client/store/use-store.ts'],
  'src/client/pages/sound.tsx': ['#client/components/avatar.tsx', '#client/reading/scroll.ts'],
  'src/client/live/sound.ts': ['#client/backend/backend.ts'],
  'src/client/backend/firebase/sound.ts': ['firebase/firestore'],
};

/** Other lines that the linter must refuse, and the rule that does. */
const REFUSED_LINES = [
  ['src/server/app.ts', 'no-restricted-properties', 'export const settings = process.env;'],
  ['src/shared/circle.ts', 'no-cycle', "export type { Other as Circle } from './other.ts';"],
  ['src/shared/other.ts', 'no-cycle', "export type { Circle as Other } from './circle.ts';"],
  ['src/shared/any.ts', 'no-explicit-any', 'export const one: any = 1;'],
] as const;

type Arrow = readonly [file: string, target: string];

const Report = v.object({
  diagnostics: v.array(v.object({ code: v.string(), filename: v.string(), message: v.string() })),
});

const { path: folder, remove } = makeTemporaryFolder();
let findings: v.InferOutput<typeof Report>['diagnostics'];

beforeAll(async () => {
  const settings = ['oxlint.config.ts', 'oxlint.zones.ts', 'package.json'];
  await Promise.all(settings.map((file) => cp(join(ROOT, file), join(folder, file))));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const imports = [...arrowsOf(BROKEN_ARROWS), ...arrowsOf(SOUND_ARROWS)].map(
    ([file, target]) => [file, `export { planted } from '${target}';`] as const,
  );
  await plant([...imports, ...REFUSED_LINES.map(([file, , line]) => [file, line] as const)]);
  findings = lint();
});

afterAll(remove);

test('the linter refuses each import against an arrow, and takes each along one', () => {
  expect(arrowsOf(BROKEN_ARROWS).filter((arrow) => !isRefused(arrow))).toEqual([]);
  expect(arrowsOf(SOUND_ARROWS).filter(isRefused)).toEqual([]);
});

test.each(REFUSED_LINES)('the linter refuses in %s by %s: %s', (file, rule) => {
  const codes = findings.filter(({ filename }) => filename === file).map(({ code }) => code);
  expect(codes).toContainEqual(expect.stringContaining(rule));
});

function arrowsOf(arrows: typeof BROKEN_ARROWS): Arrow[] {
  return Object.entries(arrows).flatMap(([file, targets]) =>
    targets.map((target) => [file, target] as const),
  );
}

async function plant(lines: readonly (readonly [file: string, line: string])[]): Promise<void> {
  const files = Map.groupBy(lines, ([file]) => file);
  for (const [file, planted] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), planted.map(([, line]) => `${line}\n`).join(''));
  }
}

function lint(): typeof findings {
  const args = ['node_modules/oxlint/bin/oxlint', '--format=json', 'src', 'tests', 'tools'];
  // It ends with a failure, as it should: what counts is its report.
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), stdout);
  if (!report.success) throw new Error(`The linter gave no report: ${stdout}${stderr}`);
  return report.output.diagnostics;
}

function isRefused([file, target]: Arrow): boolean {
  return findings.some(
    ({ code, filename, message }) =>
      filename === file &&
      code.includes('no-restricted-imports') &&
      message.includes(`'${target}'`),
  );
}
