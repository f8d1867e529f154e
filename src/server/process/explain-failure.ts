import * as v from 'valibot';
import { summarizeError } from '#server/errors/error-message.ts';

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
      return `Port ${port} is in use: stop what uses it, or take another, like PORT=${port + 1} npm start`;
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
