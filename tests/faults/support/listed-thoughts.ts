import * as v from 'valibot';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#server/testing/sign-in.ts';

const Listed = v.looseObject({
  textID: v.string(),
  text: v.string(),
  version: v.number(),
  createdAt: v.object({ seconds: v.number(), nanoseconds: v.number() }),
});
const ListedPage = v.looseObject({ thoughts: v.array(Listed), more: v.boolean() });
export type ListedThought = v.InferOutput<typeof Listed>;

/** The newest thoughts as the API lists them, every field included; 200 at most. */
export async function listThoughts(visitor: Visitor): Promise<ListedThought[]> {
  return (await readPage(visitor, '')).thoughts;
}

/** All thoughts, page by page. */
export async function listAllThoughts(visitor: Visitor): Promise<ListedThought[]> {
  const all: ListedThought[] = [];
  for (;;) {
    const last = all.at(-1);
    const { thoughts, more } = await readPage(visitor, last === undefined ? '' : cursorOf(last));
    all.push(...thoughts);
    if (!more) return all;
  }
}

async function readPage(
  visitor: Visitor,
  before: string,
): Promise<v.InferOutput<typeof ListedPage>> {
  const rest = before === '' ? '' : `&before=${before}`;
  const answer = await visitor.send(`${PATHS.thoughts}?limit=200${rest}`);
  if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}.`);
  return v.parse(ListedPage, await answer.json());
}

function cursorOf({ textID, createdAt }: ListedThought): string {
  return `${createdAt.seconds * 1000 + createdAt.nanoseconds / 1_000_000}.${textID}`;
}
