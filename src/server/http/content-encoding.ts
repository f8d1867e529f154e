/** How the bytes of an answer travel. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The smaller one first. */
const COMPRESSED: readonly Encoding[] = ['br', 'gzip'];

/**
 * The encoding that a request's `Accept-Encoding` likes best of those that are there; uncompressed is
 * always accepted, and never preferred (RFC 9110, 12.5.3).
 */
export function chooseEncoding(
  accepted = '',
  isThere: (encoding: Encoding) => boolean = () => true,
): Encoding {
  const weights = readWeights(accepted);
  const weigh = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best = 'identity'] = COMPRESSED.filter(
    (encoding) => weigh(encoding) > 0 && isThere(encoding),
  ).toSorted((one, other) => weigh(other) - weigh(one));
  return best;
}

/** The headers of an answer that was encoded for its reader. */
export function encodingHeaders(encoding: Encoding): Record<string, string> {
  const vary = { vary: 'accept-encoding' };
  return encoding === 'identity' ? vary : { ...vary, 'content-encoding': encoding };
}

/** How welcome each encoding is that is named, from 0 to 1. */
function readWeights(accepted: string): Map<string, number> {
  const items = accepted.toLowerCase().replaceAll(/\s/gu, '').split(',');
  return new Map(
    items.map((item) => {
      const [name = '', weight = '1'] = item.split(';q=');
      return [name, Number(weight) || 0];
    }),
  );
}
