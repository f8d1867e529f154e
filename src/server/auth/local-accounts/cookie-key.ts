import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cookieKeyFileIn, prepareFolder } from '#server/database/data-folder.ts';

/**
 * The key of cookies that outlive the process, kept in the data folder. Without it they would be
 * void after each restart; it gives no access to anything. Throws with a message for the operator.
 */
export function readCookieKey(dataFolder: string): string {
  const file = cookieKeyFileIn(dataFolder);
  prepareFolder(dataFolder);
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8');
    const key = randomBytes(32).toString('base64url');
    writeFileSync(file, key, { mode: 0o600 });
    return key;
  } catch (cause) {
    throw new Error(`${file} can't be read or written: give it to the server's user.`, { cause });
  }
}
