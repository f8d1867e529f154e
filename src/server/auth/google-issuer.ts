import type { Claims } from './identity.ts';
import type { Issuer } from './issuer.ts';

/** Google's name as an issuer, and where it is. */
export const GOOGLE = 'https://accounts.google.com';

/** Google, for a client registered there. */
export function googleIssuer(clientID: string, clientSecret: string): Issuer {
  return {
    name: GOOGLE,
    url: GOOGLE,
    clientID,
    clientSecret,
    isAuthorityOn,
    prompt: 'select_account',
  };
}

/**
 * Anybody can open a personal account under an address of another's domain. Google looks once
 * whether they read what comes there, and the account stays when they no longer do; it vouches for
 * addresses of the mailboxes that it runs itself
 * (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function isAuthorityOn({ email, hd }: Pick<Claims, 'email' | 'hd'>): boolean {
  return hd !== null || /@(?:gmail|googlemail)\.com$/iu.test(email ?? '');
}
