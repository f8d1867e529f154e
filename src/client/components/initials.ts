/** Up to two initials of a name, for a missing picture. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  // A capital of one character may be several.
  return [first, last]
    .map((word) => firstCharacter(firstCharacter(word).toLocaleUpperCase()))
    .join('');
}

function firstCharacter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0x20).trim();
}
