import * as v from 'valibot';
import { nameOfDatabase } from '#server/database/database.ts';
import { summarizeError } from '#server/errors/error-message.ts';
import { isLoopbackAddress, isLoopbackName } from '#server/http/addresses.ts';

interface StartSettings {
  dataFolder: string;
  databaseURL: string | null;
  google: object | null;
  host: string;
}

/** What the person who starts the server wants to know before its address, a line each. */
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

/** What is wrong in production with the address that people open; what stays on this computer is fine. */
export function warnOfStart(publicURL: string): string[] {
  const { protocol, hostname } = new URL(publicURL);
  if (protocol === 'https:' || isLoopbackName(hostname)) return [];
  return [
    `People open ${publicURL}: who listens on the network can take over their sessions. Put a proxy that speaks https in front, and set PUBLIC_URL to its address.`,
  ];
}

const Details = v.fallback(
  v.object({
    code: v.optional(v.unknown()),
    syscall: v.optional(v.unknown()),
    port: v.optional(v.number(), 0),
    hostname: v.optional(v.string()),
    address: v.optional(v.string(), ''),
  }),
  { port: 0, address: '' },
);

/** Why the server can't run, as the person who started it can act on it. */
export function explainFailure(error: unknown): string {
  const { code, syscall, port, address, hostname: host = address } = v.parse(Details, error);
  // A file can be refused by the same code.
  switch (code === 'EACCES' ? `${code} ${String(syscall)}` : code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: stop what uses it, or set PORT to another, like ${port + 1}.`;
    case 'EACCES listen':
      return `Port ${port} is not allowed: set PORT to one above 1023.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return `HOST is ${host}, which is no name or address of this computer: leave it out, or set 0.0.0.0 for all addresses.`;
    default:
      return summarizeError(error);
  }
}
