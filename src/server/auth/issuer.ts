import type { CustomFetch } from 'openid-client';
import type { App } from '#server/http/valibot-routes.ts';
import type { Claims } from './identity.ts';

/** Where people sign in, and how this server is known there. */
export interface Issuer {
  /** Stands for the issuer in every uid: it stays, whatever becomes of the address. */
  name: string;
  url: string;
  clientID: string;
  clientSecret: string;
  /** Whether it knows whose an e-mail is now, not only whose it was once; absent where it does. */
  isAuthorityOn?: (claims: Pick<Claims, 'email' | 'hd'>) => boolean;
  /** What the issuer's page asks even of someone it knows. */
  prompt: 'login' | 'select_account';
  fetch?: CustomFetch;
  register?: (app: App) => Promise<void>;
  ownPictures?: string;
}

export const GOOGLE = 'https://accounts.google.com';

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

/** Google vouches only for the mailboxes it runs: a personal account may outlive its address. */
function isAuthorityOn({ email, hd }: Pick<Claims, 'email' | 'hd'>): boolean {
  return hd !== null || /@(?:gmail|googlemail)\.com$/iu.test(email ?? '');
}
