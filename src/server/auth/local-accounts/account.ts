import { hash } from 'node:crypto';
import * as v from 'valibot';
import { isBlank } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { line } from '#server/auth/identity.ts';

const ROOT = PATHS.localAccounts;

export const LOCAL_ACCOUNTS = {
  root: ROOT,
  choice: `${ROOT}/choice`,
  link: `${ROOT}/link`,
  pictures: `${ROOT}/pictures`,
} as const;

/** What the account form sends. The browser checks most of it, too, and says what is wrong. */
export const Account = v.pipe(
  v.object({
    name: v.pipe(
      line(100),
      v.check((name) => !isBlank(name)),
    ),
    email: v.pipe(line(254), v.regex(/^[^\s@]+@[^\s@]+$/u)),
  }),
  // The same e-mail is the same person, whatever the name.
  v.transform(({ name, email }) => {
    return { name, email, sub: hash('sha256', email.toLowerCase(), 'base64url').slice(0, 28) };
  }),
);
export type Account = v.InferOutput<typeof Account>;
