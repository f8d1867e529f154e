import { messageOf } from './error-message.ts';

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
