// Older versions of Node have to understand this file.

/** The first version whose SQLite is no experiment: an older one warns of it at each start and command. */
export const OLDEST_NODE = '24.15';

/** @param {string} version as Node writes it: v24.15.0 */
export function isNewEnough(version) {
  return isAtLeast(version, OLDEST_NODE);
}

/**
 * @param {string} version as Node writes it: v24.15.0
 * @param {string} oldest as in 24.15
 */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

export const TOO_OLD = `Thought Cloud needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`;
