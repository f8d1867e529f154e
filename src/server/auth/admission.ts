import { identityFrom, type Claims } from './identity.ts';
import type { Issuer } from './issuer.ts';
import type { UserStore } from './user-store.ts';

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
    if (allowDomains.length > 0) requireDomain(claims, allowDomains);
    const identity = identityFrom(issuer, claims);
    await users.signIn(identity);
    return identity.uid;
  };
}

/** Anybody can claim an e-mail, so one that the issuer has not verified opens nothing. */
function requireDomain({ email, email_verified }: Claims, domains: readonly string[]): void {
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!domains.includes(domain)) throw new Error('The e-mail is in no domain that is allowed.');
  if (!email_verified) throw new Error('The issuer has not verified the e-mail.');
}
