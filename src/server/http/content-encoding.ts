export type Encoding = 'br' | 'gzip' | 'identity';

const COMPRESSED: readonly Encoding[] = ['br', 'gzip'];

/** The smallest available encoding that a request accepts. */
export function chooseEncoding(
  accepted = '',
  isThere: (encoding: Encoding) => boolean = () => true,
): Encoding {
  const names = accepted.toLowerCase().split(/[\s,]+/u);
  const found = COMPRESSED.find((encoding) => names.includes(encoding) && isThere(encoding));
  return found ?? 'identity';
}

export function encodingHeaders(encoding: Encoding): Record<string, string> {
  const vary = { vary: 'accept-encoding' };
  return encoding === 'identity' ? vary : { ...vary, 'content-encoding': encoding };
}
