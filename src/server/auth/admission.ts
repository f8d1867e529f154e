import type { Claims } from './identity.ts';

/**
 * Refuses who may not sign in: where domains are listed, only an e-mail in one of them that the
 * issuer has verified opens the board. With no domain listed, everybody may.
 */
export function requireAdmission(claims: Claims, allowDomains: readonly string[]): void {
  if (allowDomains.length === 0) return;
  const domain = claims.email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!allowDomains.includes(domain))
    throw new Error('The e-mail is in no domain that is allowed.');
  if (!claims.email_verified) throw new Error('The issuer has not verified the e-mail.');
}
