import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const Manifest = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});
const PinnedNode = v.object({ optionalDependencies: v.record(v.string(), v.string()) });
const Locked = v.object({
  link: v.optional(v.boolean()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
});
const Lockfile = v.object({ packages: v.record(v.string(), Locked) });
describe('dependencies', () => {
  const manifest = v.parse(Manifest, readJSON('package.json'));
  const locked = Object.entries(v.parse(Lockfile, readJSON('package-lock.json')).packages).filter(
    // All other entries are folders of the project itself.
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  );

  test('are pinned to one version each', () => {
    const all = {
      ...manifest.dependencies,
      ...v.parse(PinnedNode, readJSON('tools/pinned-node/package.json')).optionalDependencies,
      ...manifest.devDependencies,
    };
    for (const pin of Object.entries(all)) {
      expect(pin).toEqual([
        pin[0],
        expect.stringMatching(/^(?:npm:\w+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u),
      ]);
    }
  });

  test('come from the registry, each with its hash', () => {
    const strays = locked.filter(
      ([, { resolved, integrity }]) =>
        // Without an address, the package comes from the registry that npm is set to.
        resolved?.startsWith('https://registry.npmjs.org/') === false ||
        integrity?.startsWith('sha512-') !== true,
    );
    expect(strays).toEqual([]);
  });

  test('run nothing when they are installed', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
  });
});

function readJSON(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
