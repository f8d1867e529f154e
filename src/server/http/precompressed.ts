import { readFile } from 'node:fs/promises';

/** What the build writes beside a file, the smallest first, and how its name goes on. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

type Encoding = keyof typeof ENDINGS;
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** One of the ways to send a file. */
export interface Copy {
  /** What its name has more than the file's; nothing for the file itself. */
  ending: string;
  headers: Record<string, string>;
}

/**
 * Chooses the copy of a file that the request's `Accept-Encoding` likes best, of those that there
 * are; the file itself may always be sent.
 */
export function chooseCopy(
  accepted: string | undefined,
  exists: (ending: string) => boolean,
): Copy {
  const weigh = readWeights(accepted ?? '');
  const [best] = ENCODINGS.filter((name) => exists(ENDINGS[name]) && weigh(name) > 0).toSorted(
    (one, other) => weigh(other) - weigh(one),
  );
  const vary = { vary: 'accept-encoding' };
  if (best === undefined) return { ending: '', headers: vary };
  return { ending: ENDINGS[best], headers: { ...vary, 'content-encoding': best } };
}

/** Reads a file and the copies there are of it; they are named by their endings. */
export async function readCopies(file: string): Promise<Map<string, Buffer>> {
  const copies = new Map([['', await readFile(file)]]);
  for (const ending of Object.values(ENDINGS)) {
    const copy = await readFile(file + ending).catch(() => null);
    if (copy !== null) copies.set(ending, copy);
  }
  return copies;
}

/** How welcome an encoding is, from 0 to 1; RFC 9110, 12.5.3. */
function readWeights(accepted: string): (encoding: Encoding) => number {
  const items = accepted.toLowerCase().replaceAll(/\s/gu, '').split(',');
  const weights = new Map(
    items.map((item) => {
      const [name = '', weight = '1'] = item.split(';q=');
      return [name, Number(weight) || 0];
    }),
  );
  return (encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
}
