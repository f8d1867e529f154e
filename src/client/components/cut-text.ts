/** The longest start of a text within `limit` UTF-16 units that splits no character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (end + segment.length > limit) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
