import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '#package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  link?: boolean;
  resolved?: string;
  integrity?: string;
}

test('dependencies are pinned to one version each', () => {
  const { optionalDependencies }: { optionalDependencies: object } = JSON.parse(
    read('tools/pinned-node/package.json'),
  );
  const all = { ...manifest.dependencies, ...optionalDependencies, ...manifest.devDependencies };
  const loose = Object.entries(all).filter(
    ([, version]) => !/^(?:npm:\w+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version),
  );
  expect(loose).toEqual([]);
});

test('dependencies come from the registry that npm is set to, each with its hash', () => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
  const strays = Object.entries(packages).filter(
    ([path, { link, resolved, integrity }]) =>
      // All other entries are folders of the project itself.
      path.startsWith('node_modules/') &&
      link !== true &&
      // With an address, the package would come from there and not from the registry that npm is set to; the
      // setting omit-lockfile-registry-resolved keeps addresses out, also behind a mirror.
      (resolved !== undefined || integrity?.startsWith('sha512-') !== true),
  );
  expect(strays).toEqual([]);
});

test('dependencies run nothing when they are installed', () => {
  expect(read('.npmrc')).toContain('ignore-scripts=true');
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
