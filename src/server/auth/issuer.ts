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
  /** The path of the pictures that this server draws for the issuer's people. */
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

/**
 * Anybody can open a personal account under an address of another's domain. Google looks once
 * whether they read what comes there, and the account stays when they no longer do; it vouches for
 * addresses of the mailboxes that it runs itself
 * (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function isAuthorityOn({ email, hd }: Pick<Claims, 'email' | 'hd'>): boolean {
  return hd !== null || /@(?:gmail|googlemail)\.com$/iu.test(email ?? '');
}
