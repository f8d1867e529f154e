import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { emailOf } from './sign-in.ts';

/** People who use the board without a browser. */
export interface Crowd {
  /** Adds a thought; returns its id. */
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

/** Signs the crowd in, which is really one busy person. */
export async function openCrowd(origin: string, name = 'Person'): Promise<Crowd> {
  const person = await signIn(origin, { name, email: emailOf(name) });
  const versions = new Map<string, number>();
  const send = async (method: string, textID: string, body?: object): Promise<void> => {
    const path = `${PATHS.thoughts}/${textID}`;
    const answer =
      body === undefined
        ? await person.send(path, { method })
        : await person.sendJSON(method, path, body);
    if (!answer.ok) throw new Error(`The server answered ${answer.status} to ${method}`);
  };
  return {
    add: async (text) => {
      const textID = newId();
      await send('PUT', textID, { text });
      versions.set(textID, 1);
      return textID;
    },
    edit: async (textID, text) => {
      const baseVersion = versions.get(textID) ?? 1;
      await send('PATCH', textID, { text, baseVersion });
      versions.set(textID, baseVersion + 1);
    },
    remove: (textID) => send('DELETE', textID),
  };
}
