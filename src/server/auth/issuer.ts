import type { CustomFetch } from 'openid-client';
import type { App } from '#server/http/valibot-routes.ts';

/** Where people sign in, and how this server is known there. */
export interface Issuer {
  /** Stands for the issuer in every uid: it stays, whatever becomes of the address. */
  name: string;
  url: string;
  clientID: string;
  clientSecret: string;
  /** What the issuer's page asks even of someone it knows. */
  prompt: 'login' | 'select_account';
  fetch?: CustomFetch;
  register?: (app: App) => Promise<void>;
  ownPictures?: string;
}

export const GOOGLE = 'https://accounts.google.com';

export function googleIssuer(client: Pick<Issuer, 'clientID' | 'clientSecret'>): Issuer {
  return { name: GOOGLE, url: GOOGLE, ...client, prompt: 'select_account' };
}
