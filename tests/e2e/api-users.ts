import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn, type Visitor } from '#server/testing/sign-in.ts';

/** People who use the board without a browser, so that there can be many of them. */
export interface Crowd {
  /** Adds a thought in the name of whoever's turn it is; returns its id. */
  add: (text: string) => Promise<string>;
  edit: (textID: string, text: string) => Promise<void>;
  remove: (textID: string) => Promise<void>;
}

/** Adds so many thoughts, one after the other; returns their ids, in that order. */
export async function addMany(
  crowd: Crowd,
  count: number,
  textOf = (index: number): string => `thought ${index}`,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await crowd.add(textOf(index)));
  return ids;
}

/** Signs a crowd in: large enough, by turns, that no single one of them reaches a limit. */
export async function openCrowd(origin: string, size: number): Promise<Crowd> {
  const people = await Promise.all(
    Array.from({ length: size }, (_, index) =>
      signIn(origin, { name: `Person ${index}`, email: `person${index}@example.org` }),
    ),
  );
  const authors = new Map<string, Visitor>();
  const versions = new Map<string, number>();
  const send = async (method: string, textID: string, body?: object): Promise<void> => {
    const author = authors.get(textID);
    if (author === undefined) throw new Error(`Nobody here wrote ${textID}`);
    const path = `${PATHS.thoughts}/${textID}`;
    const answer =
      body === undefined
        ? await author.send(path, { method })
        : await author.sendJSON(method, path, body);
    if (!answer.ok) throw new Error(`The server answered ${answer.status} to ${method}`);
  };
  return {
    add: async (text) => {
      const textID = newTextID();
      const author = people[authors.size % people.length];
      if (author !== undefined) authors.set(textID, author);
      await send('PUT', textID, { text });
      versions.set(textID, 1);
      return textID;
    },
    edit: async (textID, text) => {
      const replaces = versions.get(textID) ?? 1;
      await send('PATCH', textID, { text, replaces });
      versions.set(textID, replaces + 1);
    },
    remove: (textID) => send('DELETE', textID),
  };
}
