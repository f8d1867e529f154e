import * as v from 'valibot';
import { PATHS, SessionBody } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { originOf } from '#bench/target.ts';

export interface SignedIn {
  uid: string;
  /** The Cookie header for the server, once it listens at a port. */
  cookieAt: (port: number) => string;
}

/** Signs one person in over HTTP, with a local account, as a browser would. */
export async function signInPerson(port: number, index: number): Promise<SignedIn> {
  const account = { name: `Person ${index}`, email: `person${index}@example.org` };
  const visitor = await signIn(originOf({ port }), account);
  const answer = await visitor.send(PATHS.session);
  const { user } = v.parse(SessionBody, await answer.json());
  if (user === null) throw new Error('Nobody is signed in after a sign-in.');
  const cookie = visitor.jar.header('/');
  return {
    uid: user.uid,
    // The cookie's name may hold the port, to keep two servers on one computer apart.
    cookieAt: (later) => cookie.replaceAll(`-${port}-`, `-${later}-`),
  };
}
