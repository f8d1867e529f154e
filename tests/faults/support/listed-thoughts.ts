import * as v from 'valibot';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';

const Listed = v.looseObject({ textID: v.string(), text: v.string(), version: v.number() });
const ListedPage = v.looseObject({ thoughts: v.array(Listed), more: v.boolean() });
export type ListedThought = v.InferOutput<typeof Listed>;

/** The newest thoughts as the API lists them, every field included; 200 at most. */
export async function listThoughts(visitor: Visitor): Promise<ListedThought[]> {
  const answer = await visitor.send(`${PATHS.thoughts}?limit=200`);
  if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}.`);
  return v.parse(ListedPage, await answer.json()).thoughts;
}
