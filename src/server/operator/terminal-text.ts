// Besides control characters, what is invisible or turns the direction of the text around it.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A text of other people's as a terminal can show it: what would control it is spelled out. */
export function escapeForTerminal(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** The same for lines of JSON, which mean what they meant. */
export function escapeInJSON(json: string): string {
  return json.replaceAll(UNSAFE, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}
