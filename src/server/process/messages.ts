import { nameOfDatabase } from '#server/database/database.ts';
import { isLoopbackAddress, isLoopbackName } from '#server/http/addresses.ts';

interface StartSettings {
  dataFolder: string;
  databaseURL: string | null;
  google: object | null;
  host: string;
}

export function describeStart({ dataFolder, databaseURL, google, host }: StartSettings): string[] {
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
      `Other devices can reach the board (HOST=${host}), but nobody can sign in there: set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and PUBLIC_URL for that.`,
    );
  }
  return [...lines, 'To stop: Ctrl+C'];
}

/** Warns in production of a public URL without https, unless it is on this computer. */
export function warnOfStart(publicURL: string): string[] {
  const { protocol, hostname } = new URL(publicURL);
  if (protocol === 'https:' || isLoopbackName(hostname)) return [];
  return [
    `People open ${publicURL}: who listens on the network can take over their sessions. Put a proxy that speaks https in front, and set PUBLIC_URL to its address.`,
  ];
}
