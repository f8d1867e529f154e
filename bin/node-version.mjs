// Older programs of Node have to understand this file.

/** The first with long-term support; SQLite in those before 24.8 does not know all that is used. */
export const OLDEST_NODE = '24.11';

/** @param {string} version as Node says it: v24.11.0 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** What somebody with an older one is told. */
export const TOO_OLD = `Thought Cloud needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`;
