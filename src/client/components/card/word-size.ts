import { charactersOf } from '#shared/characters.ts';

/** Up to so many characters, as people count them, a text is set large, and up to so many medium. */
const LARGE = 36;
const MEDIUM = 80;

export function wordSize(text: string): 'large' | 'medium' | 'normal' {
  // A character has one unit at least, so that most texts need no division.
  const count = text.length <= LARGE ? text.length : charactersOf(text).length;
  if (count <= LARGE) return 'large';
  return count <= MEDIUM ? 'medium' : 'normal';
}
