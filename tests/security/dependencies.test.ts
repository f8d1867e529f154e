import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const Manifest = v.object({
  dependencies: v.record(v.string(), v.string()),
  optionalDependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});
const Locked = v.object({
  license: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  link: v.optional(v.boolean()),
});
const Lockfile = v.object({ packages: v.record(v.string(), Locked) });
/** Licences that ask for no more than to be named, or for their own files to stay open. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];
/** Packages that the product itself asks for. */
const FEW = 17;

describe('dependencies', () => {
  const manifest = v.parse(Manifest, readJSON('package.json'));
  const locked = Object.entries(v.parse(Lockfile, readJSON('package-lock.json')).packages).filter(
    ([path]) => path !== '',
  );

  test('are few, and each is pinned to one version', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(FEW);
    const all = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    for (const pin of Object.entries(all)) {
      expect(pin).toEqual([pin[0], expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u)]);
    }
  });

  test('come from the registry, each with its hash', () => {
    const strays = locked.filter(
      ([, { resolved, integrity }]) =>
        // Of the registry that npm is set to, where nothing is said.
        resolved?.startsWith('https://registry.npmjs.org/') === false ||
        integrity?.startsWith('sha512-') !== true,
    );
    expect(strays).toEqual([]);
  });

  test('run nothing when they are installed', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
  });

  test('ASVS 15.1.2: all are under licences that bind nobody', () => {
    expect(locked.filter(([path, { license }]) => !isFree(license ?? licenceIn(path)))).toEqual([]);
  });
});

/** The licence of an installed package of which the lockfile names none. */
function licenceIn(path: string): string {
  return v.parse(v.object({ license: v.string() }), readJSON(`${path}/package.json`)).license;
}

/** Whether all of a licence, or one that may be chosen from it, is among those; never of a nested one. */
function isFree(expression: string): boolean {
  const choices = expression.replace(/^\(([^()]*)\)$/u, '$1');
  if (choices.includes('(')) return false;
  return choices
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => LICENCES.includes(licence)));
}

function readJSON(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
