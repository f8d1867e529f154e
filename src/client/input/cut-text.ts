import { charactersOf } from '#shared/characters.ts';

/** The longest start of a text within `limit` UTF-16 units that splits no character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const character of charactersOf(text)) {
    if (end + character.length > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}
