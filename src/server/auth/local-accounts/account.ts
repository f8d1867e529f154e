import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isBlank } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';

const ROOT = PATHS.localAccounts;

/** The paths of the local accounts; all else under the root is the provider's. */
export const LOCAL_ACCOUNTS = {
  root: ROOT,
  choice: `${ROOT}/choice`,
  pictures: `${ROOT}/pictures`,
  stylesheet: `${ROOT}/page.css`,
} as const;

export const AccountForm = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.check((name) => !isBlank(name), 'Please write a name.'),
    v.maxLength(100, 'Please write a name of at most 100 characters.'),
    v.check(isPlainLine, 'Please write a name in plain characters.'),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(254, 'Please write a shorter e-mail address.'),
    v.regex(/^[^\s@]+@[^\s@]+$/u, 'Please write an e-mail address, like ada@example.com.'),
    v.check(isPlainLine, 'Please write an e-mail address in plain characters.'),
  ),
});
export type AccountForm = v.InferOutput<typeof AccountForm>;
/** What is wrong with a form that was sent. */
export type AccountFault = v.InferIssue<typeof AccountForm>;

function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** A local account: the same e-mail is the same person, whatever the name. */
export interface Account extends AccountForm {
  sub: string;
}

export function accountFrom({ name, email }: AccountForm): Account {
  const sub = createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 28);
  return { sub, name, email };
}
