import fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { OLDEST_NODE } from '#bin/node-version.mjs';
import { ensureInstalled, INSTALL_FLAGS } from './install.mjs';
import { root, run, runQuietly } from './run.mjs';
import { writeSingleFile } from './single.mjs';

/** The folder in which the package is put together. */
const STAGE = join(root, 'dist/package');
/** What the unit's file says of its command. */
const START = `# The package's own command, which needs no write access here. The machine's own Node runs it.`;
/** Files of packages that a server does not read: maps, types, documents, tests and settings of tools. */
const UNREAD =
  /\.(?:map|[cm]?ts|ya?ml)$|(?<!licen[cs]e|readme)\.(?:md|markdown)$|.\/(?:\..*|benchmarks?|docs?|examples?|tests?)$/iu;

fs.rmSync(STAGE, { recursive: true, force: true });
const code = fs.globSync('src/{server,shared}/**/*.*', { cwd: root }).map(stage).join('');
// By the lockfile the versions are installed below: npm ignores that of a package which it installs.
const files = ['docs/hosting.md', 'LICENSE', 'README.md', 'package-lock.json'];
for (const name of ['bin', 'deploy', 'dist/client', ...files]) {
  fs.cpSync(join(root, name), join(STAGE, name), { recursive: true });
}
startPackage(join(STAGE, 'deploy/thought-cloud@.service'));
/** @type {{ version: string, description: string, license: string, dependencies: Record<string, string> }} */
const project = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = {
  name: 'thought-cloud',
  version: project.version,
  description: project.description,
  license: project.license,
  type: 'module',
  bin: { 'thought-cloud': 'bin/thought-cloud.mjs' },
  imports: {
    '#shared/*': './src/shared/*',
    '#server/*': './src/server/*',
    '#package.json': './package.json',
  },
  engines: { node: `>=${OLDEST_NODE}` },
  bundleDependencies: true,
  // The packages that the server's code names.
  dependencies: Object.fromEntries(
    Object.entries(project.dependencies).filter(([name]) => code.includes(`'${name}'`)),
  ),
};
fs.writeFileSync(join(STAGE, 'package.json'), JSON.stringify(manifest, null, 2));
await run('npm', ['install', '--prefix', STAGE, '--omit=dev', ...INSTALL_FLAGS]);
const packages = join(STAGE, 'node_modules');
for (const path of fs.readdirSync(packages, { encoding: 'utf8', recursive: true })) {
  if (UNREAD.test(path)) fs.rmSync(join(packages, path), { recursive: true, force: true });
}
await runQuietly('npm', ['pack', STAGE]);
const archive = `${manifest.name}-${manifest.version}.tgz`;
const install = `npm install ${JSON.stringify(join(root, archive))} && npx ${manifest.name}`;
describeWritten(archive, ` in another folder, with Node ${OLDEST_NODE} or newer: ${install}`);
if (process.argv.includes('--single')) {
  await ensureInstalled({ withTools: true });
  const program = await writeSingleFile(STAGE, manifest.version);
  describeWritten(program, `: ./${program}`);
}

/**
 * Says what was written, how large it is, and how to start it.
 * @param {string} file
 * @param {string} how
 */
function describeWritten(file, how) {
  const megabytes = (fs.statSync(join(root, file)).size / 1e6).toFixed(0);
  console.log(`Written: ${file}, ${megabytes} MB. To start it${how}`);
}

/**
 * Makes a unit start the package that is installed in its working directory, instead of a clone there.
 * @param {string} file
 */
function startPackage(file) {
  const unit = fs.readFileSync(file, 'utf8');
  const command = 'ExecStart=/opt/thought-cloud/node_modules/.bin/thought-cloud';
  const changed = unit
    .replace(/^# The server itself, without npm.*(?:\n#.*)*/mu, START)
    .replace(/^ExecStart=.*$/mu, command);
  fs.writeFileSync(file, changed);
}

/**
 * Puts a file of the server into the package without its types, since Node strips types only outside
 * of node_modules. Returns its code.
 * @param {string} file
 */
function stage(file) {
  if (file.endsWith('.test.ts')) return '';
  const source = fs.readFileSync(join(root, file), 'utf8');
  const target = join(STAGE, file.replace(/\.ts$/u, '.js'));
  fs.mkdirSync(dirname(target), { recursive: true });
  const plain = file.endsWith('.ts')
    ? stripTypeScriptTypes(source).replaceAll(/\.ts'/gu, ".js'")
    : source;
  fs.writeFileSync(target, plain);
  return plain;
}
