import { graphemesOf } from './graphemes.ts';

/** A letter, a digit or an emoji: brackets and quotation marks are no initials. */
const SIGN = /^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * The initials of the first and the last word of a name that have one; `X` when none has. What stands between
 * them keeps those of some scripts, such as Arabic, from joining into one shape.
 */
export function initialsOf(name: string): string {
  const initials = name.split(/\s+/u).flatMap((word) => initialOf(word) ?? []);
  const [first = 'X', ...others] = initials;
  return [first, ...others.slice(-1)].join('\u200C');
}

function initialOf(word: string): string | undefined {
  const sign = graphemesOf(word).find((character) => SIGN.test(character));
  // A character's capital may be several, such as the SS of ß.
  return sign && graphemesOf(sign.toUpperCase())[0];
}

/** Hues that the eye tells apart. */
const HUES = 12;

/** The hue of a name, in degrees, for initials and for a generated picture. */
export function hueOf(name: string): number {
  const hash = Array.from(name).reduce(
    (sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % HUES,
    0,
  );
  return (360 / HUES) * hash;
}
