import fs from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { brotliCompressSync } from 'node:zlib';
import { boardFlags } from '#bin/board-flags.mjs';
import { root, runQuietly } from './run.mjs';

/** The mark in Node's own file that says whether there is a program in it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** @param {string} file */
const made = (file) => join(root, 'dist', file);

/**
 * Writes a program for this platform: this Node with a package in it. Returns its name.
 * @param {string} stage the folder of the package
 * @param {string} version
 */
export async function writeSingleFile(stage, version) {
  if (process.platform !== 'linux') throw new Error('A single file is made for Linux only.');
  const name = `thought-cloud-${version}-linux-${process.arch}`;
  fs.writeFileSync(made('package.br'), brotliCompressSync(serialize(readFolder(stage))));
  const settings = {
    main: join(root, 'scripts/single-file.cjs'),
    output: made('single.blob'),
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    execArgv: boardFlags,
    assets: { package: made('package.br') },
  };
  fs.writeFileSync(made('single.json'), JSON.stringify(settings));
  await runQuietly(process.execPath, ['--experimental-sea-config', made('single.json')]);
  // A name that no running program has: its file can't be written to.
  const unfinished = made(name);
  fs.copyFileSync(process.execPath, unfinished);
  fs.chmodSync(unfinished, 0o755);
  const blob = ['NODE_SEA_BLOB', made('single.blob'), '--sentinel-fuse', FUSE];
  await runQuietly('postject', [unfinished, ...blob]);
  fs.renameSync(unfinished, join(root, name));
  return name;
}

/**
 * The files of a folder, by their paths in it.
 * @param {string} folder
 * @returns {[string, Buffer][]}
 */
function readFolder(folder) {
  const paths = fs.readdirSync(folder, { encoding: 'utf8', recursive: true }).toSorted();
  return paths
    .filter((path) => fs.statSync(join(folder, path)).isFile())
    .map((path) => [path, fs.readFileSync(join(folder, path))]);
}
