import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isBlank } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { line } from '#server/auth/identity.ts';

const ROOT = PATHS.localAccounts;

export const LOCAL_ACCOUNTS = {
  root: ROOT,
  choice: `${ROOT}/choice`,
  pictures: `${ROOT}/pictures`,
} as const;

/** The account form. The browser checks the same, except for invisible characters, and says what is wrong. */
export const AccountForm = v.object({
  name: v.pipe(
    line(100),
    v.check((name) => !isBlank(name)),
  ),
  email: v.pipe(line(254), v.regex(/^[^\s@]+@[^\s@]+$/u)),
});
export type AccountForm = v.InferOutput<typeof AccountForm>;

/** A local account: the same e-mail is the same person, whatever the name. */
export interface Account extends AccountForm {
  sub: string;
}

export function accountFrom({ name, email }: AccountForm): Account {
  const sub = createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 28);
  return { sub, name, email };
}
