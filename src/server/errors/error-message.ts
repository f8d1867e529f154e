/** The message of an error; a host name with several addresses fails with one error for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The messages along an error's causes; the other fields of a sign-in's errors are secret. */
export function summarizeError(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) {
    const message = messageOf(at);
    const code = 'code' in at && at.code !== message ? at.code : undefined;
    parts.push(typeof code === 'string' ? `${message} (${code})` : message);
  }
  return parts.length > 0 ? parts.join(' < ') : 'unknown';
}
