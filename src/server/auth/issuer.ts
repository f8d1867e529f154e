import type { CustomFetch } from 'openid-client';
import type { App } from '#server/http/valibot-routes.ts';

/** Where people sign in, and this server's credentials there. */
export interface Issuer {
  /** Part of every uid, so it must stay the same even if the URL changes. */
  name: string;
  url: string;
  clientID: string;
  clientSecret: string;
  /** What the issuer asks even of a person who is already signed in there. */
  prompt: 'login' | 'select_account';
  /** How its endpoints are called, where that is not by the network. */
  fetch?: CustomFetch;
  /** Adds the routes of an issuer that is this server itself. */
  register?: (app: App) => Promise<void>;
  /** How the paths of pictures begin that this server draws for it. */
  ownPictures?: string;
}

export const GOOGLE = 'https://accounts.google.com';

export function googleIssuer(client: Pick<Issuer, 'clientID' | 'clientSecret'>): Issuer {
  return { name: GOOGLE, url: GOOGLE, ...client, prompt: 'select_account' };
}
