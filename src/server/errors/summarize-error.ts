import { messageOf } from './error-message.ts';

/**
 * The messages and codes along an error's chain of causes, for the log. Nothing else of it is
 * logged: the errors of a sign-in carry codes, tokens and whole answers.
 */
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
