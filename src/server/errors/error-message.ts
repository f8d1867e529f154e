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
    parts.push(typeof code === 'string' ? `${message} (${code})` : message);
  }
  return parts.length > 0 ? parts.join(' < ') : 'unknown';
}
