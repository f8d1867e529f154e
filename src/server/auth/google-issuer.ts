import type { Issuer } from './issuer.ts';

/** Google's name as an issuer, and where it is. */
export const GOOGLE = 'https://accounts.google.com';

/** Google, for a client registered there. */
export function googleIssuer(clientID: string, clientSecret: string): Issuer {
  return { name: GOOGLE, url: GOOGLE, clientID, clientSecret, prompt: 'select_account' };
}
