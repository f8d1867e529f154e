import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * @typedef {{ name: string, version: string }} Project
 * @typedef {{ version: string, license?: string, integrity?: string, resolved?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 */

/**
 * @template File
 * @param {string} path
 * @returns {File}
 */
function readJSON(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/**
 * The licence the lockfile names, or else the one of the installed package.
 * @param {string} path
 * @param {Locked} locked
 */
function licenceOf(path, { license }) {
  if (license !== undefined) return license;
  try {
    /** @type {{ license?: string }} */
    const installed = readJSON(`${path}/package.json`);
    return installed.license ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * Whether the product needs a package to run.
 * @param {Locked} locked
 */
function scopeOf({ dev = false, optional = false, devOptional = false }) {
  if (dev) return 'excluded';
  return optional || devOptional ? 'optional' : 'required';
}

/**
 * A package as CycloneDX describes it.
 * @param {[path: string, locked: Locked]} entry
 */
function componentOf([path, locked]) {
  const { version, integrity } = locked;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: scopeOf(locked),
    licenses: [{ expression: licenceOf(path, locked) }],
    ...(algorithm === 'sha512' &&
      digest !== undefined && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  };
}

/** @type {Project} */
const { name, version } = readJSON('package.json');
/** @type {{ packages: Record<string, Locked> }} */
const { packages } = readJSON('package-lock.json');
const components = Object.entries(packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(componentOf);

if (process.argv.includes('--licences')) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { licenses } of components) {
    const licence = licenses[0]?.expression ?? 'unknown';
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
  }
  for (const [licence, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    console.log(`${String(count).padStart(4)}  ${licence}`);
  }
} else {
  const component = { type: 'application', name, version };
  console.log(
    JSON.stringify(
      {
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        version: 1,
        metadata: { component },
        components,
      },
      null,
      2,
    ),
  );
}
