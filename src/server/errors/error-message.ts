/** What an error says, in a line; a name of several addresses fails with one error for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The messages along an error's causes: what else a sign-in's errors carry is secret. */
export function summarizeError(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const message = messageOf(at);
    const code = 'code' in at && at.code !== message ? at.code : undefined;
    const part = typeof code === 'string' ? `${message} (${code})` : message;
    const before = parts.at(-1) ?? '';
    // Some errors end with what their cause says.
    const isSaid = message !== '' && before.endsWith(message);
    if (isSaid) parts.splice(-1, 1, before.slice(0, -message.length) + part);
    else parts.push(part);
  }
  return parts.length > 0 ? parts.join(' < ') : 'unknown';
}
