import type { Config } from './config.ts';
import { nameOfDatabase } from './database/database.ts';
import { isLoopbackAddress } from './http/addresses.ts';

export function describeStart({ dataFolder, databaseURL, google, host }: Config): string[] {
  const lines = [
    databaseURL === null
      ? `Data folder: ${dataFolder}`
      : `Database: PostgreSQL at ${nameOfDatabase(databaseURL)}`,
    google === null
      ? 'Sign-in: local accounts, on this computer only. Never put a proxy or tunnel in front of them: anyone could be anyone.'
      : 'Sign-in: Google',
  ];
  if (google === null && host !== 'localhost' && !isLoopbackAddress(host)) {
    lines.push(
      `Other devices can reach the board (LISTEN_HOST=${host}), but nobody can sign in there: set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and PUBLIC_URL for that.`,
    );
  }
  return [...lines, 'To stop: Ctrl+C'];
}
