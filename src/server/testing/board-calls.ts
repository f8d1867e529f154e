import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import type { User } from '#shared/user.ts';
import { Page, PATHS, SessionBody } from '#shared/wire.ts';
import type { Visitor } from './sign-in.ts';

/** Who a visitor is to the server. */
export async function userOf(visitor: Visitor): Promise<User | null> {
  const answer = await visitor.send(PATHS.session);
  return v.parse(SessionBody, await answer.json()).user;
}

export async function uidOf(visitor: Visitor): Promise<string> {
  return (await userOf(visitor))?.uid ?? '';
}

/** Adds a thought, and resolves with its id. */
export async function addThought(visitor: Visitor, text = 'hello'): Promise<string> {
  const textID = newId();
  const { status } = await visitor.sendJSON('PUT', `${PATHS.thoughts}/${textID}`, { text });
  if (status !== 204) throw new Error(`Adding was answered ${status}.`);
  return textID;
}

/** Reads a page of thoughts, the newest one unless a query says otherwise. */
export async function readPage(visitor: Visitor, query = ''): Promise<Page> {
  return v.parse(Page, await (await visitor.send(`${PATHS.thoughts}${query}`)).json());
}
