import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key of cookies that outlive the process, kept in the data folder. Without it they would be
 * void after each restart; it gives no access to anything.
 */
export function readCookieKey(dataFolder: string): string {
  const file = join(dataFolder, 'local-accounts.key');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const key = randomBytes(32).toString('base64url');
    writeFileSync(file, key, { mode: 0o600 });
    return key;
  }
}
