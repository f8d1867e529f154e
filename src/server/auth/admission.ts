import { identityFrom, type Claims } from './identity.ts';
import type { Issuer } from './issuer.ts';
import type { UserStore } from './user-store.ts';

/**
 * Why a person's e-mail opens nothing here, or null when it does: with no domains, everybody's
 * does. Anybody can claim an e-mail, so one that the issuer has not verified is in none.
 */
export function refusalByDomain(
  { email, emailVerified }: { email: string | null; emailVerified: boolean | number },
  domains: readonly string[],
): string | null {
  if (domains.length === 0) return null;
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!domains.includes(domain)) return 'The e-mail is in no domain that is allowed.';
  return emailVerified ? null : 'The issuer has not verified the e-mail.';
}

/** Returns the uid of the person the claims are about; rejects when they may not sign in. */
export type Admit = (claims: Claims) => Promise<string>;

export interface AdmissionOptions {
  issuer: Issuer;
  users: UserStore;
  allowDomains: readonly string[];
}

/** Creates the step that lets a person in whom the issuer has vouched for, and notes the sign-in. */
export function createAdmission({ issuer, users, allowDomains }: AdmissionOptions): Admit {
  return async (claims) => {
    const identity = identityFrom(issuer, claims);
    const refusal = refusalByDomain(identity, allowDomains);
    if (refusal !== null) throw new Error(refusal);
    if (allowDomains.length > 0 && issuer.isAuthorityOn?.(claims) === false) {
      throw new Error('The issuer does not run the mailbox of the e-mail.');
    }
    await users.signIn(identity);
    return identity.uid;
  };
}
