// The main program of the single file that `npm run package -- --single` writes: Node runs it before anything else,
// with no other file beside it. The package is inside, and is unpacked once.
const { hash, randomUUID } = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const path = require('node:path');
const { getRawAsset } = require('node:sea');
const { deserialize } = require('node:v8');
const { brotliDecompressSync } = require('node:zlib');

const packed = Buffer.from(getRawAsset('package'));
const folder = unpackedIn(cacheFolder()) ?? unpackForThisRun();
// The commands say by this name how they are called.
process.argv[1] = path.join(folder, 'bin/thought-cloud.mjs');
createRequire(process.argv[1])('./start.cjs');

/** The folder in the user's cache; systemd's own comes first. */
function cacheFolder() {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env;
  return path.join(
    CACHE_DIRECTORY || XDG_CACHE_HOME || path.join(homedir(), '.cache'),
    'thought-cloud',
  );
}

/**
 * The folder with the package in a cache, named by its content; null where the cache can't be written to.
 * @param {string} cache
 */
function unpackedIn(cache) {
  const target = path.join(cache, hash('sha256', packed).slice(0, 16));
  // Only a whole package has this name.
  if (fs.existsSync(target)) return target;
  const unfinished = `${target}.unfinished-${randomUUID()}`;
  try {
    unpack(unfinished);
    fs.renameSync(unfinished, target);
  } catch {
    fs.rmSync(unfinished, { recursive: true, force: true });
    // Another start may have been faster.
    return fs.existsSync(target) ? target : null;
  }
  return target;
}

function unpackForThisRun() {
  const target = fs.mkdtempSync(path.join(tmpdir(), 'thought-cloud-'));
  process.on('exit', () => fs.rmSync(target, { recursive: true, force: true }));
  unpack(target);
  return target;
}

/** @param {string} target */
function unpack(target) {
  for (const [name, content] of deserialize(brotliDecompressSync(packed))) {
    const file = path.join(target, name);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, content);
  }
}
