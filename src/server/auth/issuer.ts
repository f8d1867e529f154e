import type { CustomFetch } from 'openid-client';
import type { App } from '#server/http/valibot-routes.ts';
import type { Claims } from './identity.ts';
import type { RequestLimit } from './request-limits.ts';

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
  /** In place of the usual limit on sign-ins by address. */
  signInLimit?: RequestLimit;
  isLocal?: boolean;
}
