import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { sendUntilAnswered, type SenderOptions, type Write } from './lossy-sender.ts';
import type { Random } from './trial.ts';

/** Somebody who adds, edits and deletes thoughts of their own, one after another. */
export interface RandomWriter {
  /** Writes once more. */
  write: () => Promise<void>;
  /** How many writes of each kind were accepted. */
  accepted: Readonly<Record<Write['method'], number>>;
  /** The text of each thought that is left, by its id. */
  texts: ReadonlyMap<string, string>;
}

/** Creates a writer without thoughts. */
export function createRandomWriter(options: SenderOptions, random: Random): RandomWriter {
  const versions = new Map<string, number>();
  const texts = new Map<string, string>();
  const accepted = { PUT: 0, PATCH: 0, DELETE: 0 };
  const choose = (): { method: Write['method']; textID: string } => {
    const [first, ...others] = versions.keys();
    if (first === undefined || random.chance(0.5)) return { method: 'PUT', textID: newId() };
    const method = random.chance(0.6) ? 'PATCH' : 'DELETE';
    return { method, textID: random.pick([first, ...others]) };
  };
  return {
    accepted,
    texts,
    write: async () => {
      const { method, textID } = choose();
      const version = versions.get(textID) ?? 0;
      const text = `${textID} ${random.below(1_000_000)}`;
      const { status } = await sendUntilAnswered(options, {
        method,
        path: `${PATHS.thoughts}/${textID}`,
        ...(method === 'PUT' && { body: { text } }),
        ...(method === 'PATCH' && { body: { text, baseVersion: version } }),
      });
      if (status !== 204) throw new Error(`${method} was answered ${status}.`);
      accepted[method] += 1;
      if (method === 'DELETE') {
        versions.delete(textID);
        texts.delete(textID);
      } else {
        versions.set(textID, version + 1);
        texts.set(textID, text);
      }
    },
  };
}
