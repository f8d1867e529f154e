import type { Issuer } from './relying-party.ts';

/** Google, for a client registered there. */
export function googleIssuer(clientID: string, clientSecret: string): Issuer {
  return { url: 'https://accounts.google.com', clientID, clientSecret, prompt: 'select_account' };
}
