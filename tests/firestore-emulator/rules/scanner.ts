/** Reads a text from left to right, over white space and comments. */
export interface Scanner {
  /** Takes what a sticky pattern matches here, or null. */
  take: (pattern: RegExp) => string | null;
  /** Takes one of these symbols or words, or null. */
  takeOne: <S extends string>(...symbols: readonly S[]) => S | null;
  /** Takes this symbol or word; throws when something else stands here. */
  expect: (symbol: string) => void;
  isAtEnd: () => boolean;
  fail: (wanted: string) => never;
}

const GAP = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const WORD = /\w/u;

export function createScanner(text: string): Scanner {
  let at = 0;

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const skip = (): void => void match(GAP);
  const isHere = (symbol: string): boolean => {
    const next = text.charAt(at + symbol.length);
    // A word ends where the next character can't belong to it.
    const isWhole = !WORD.test(symbol.slice(-1)) || !WORD.test(next);
    return text.startsWith(symbol, at) && isWhole;
  };
  const takeOne = <S extends string>(...symbols: readonly S[]): S | null => {
    skip();
    const found = symbols.find(isHere) ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const fail = (wanted: string): never => {
    const line = text.slice(0, at).split('\n').length;
    throw new SyntaxError(`Line ${line}: ${wanted} was expected at "${text.slice(at, at + 20)}"`);
  };

  return {
    take: (pattern) => {
      skip();
      return match(pattern);
    },
    takeOne,
    expect: (symbol) => {
      if (takeOne(symbol) === null) fail(`"${symbol}"`);
    },
    isAtEnd: () => {
      skip();
      return at === text.length;
    },
    fail,
  };
}
