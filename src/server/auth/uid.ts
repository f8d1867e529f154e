import { createHash } from 'node:crypto';

/**
 * The uid of the person whom an issuer knows as `subject`. It depends on the issuer's name and its
 * subject alone: an e-mail can change hands, and an address can move.
 */
export function uidOf(issuer: string, subject: string): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 28);
}
