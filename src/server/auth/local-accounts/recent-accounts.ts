import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { createPrivateCookie } from '#server/auth/private-cookie.ts';
import { AccountForm, accountFrom, type Account } from './account.ts';
import { LOCAL_ACCOUNTS } from './paths.ts';

const KEPT_ACCOUNTS = 5;
/** Characters; browsers drop a cookie of more than 4,096. */
const VALUE_LIMIT = 3_500;
const YEAR_S = 31_536_000;

const RecentCookie = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => Buffer.from(text, 'base64url').toString()),
    v.parseJson(),
    v.array(AccountForm),
  ),
  [],
);

/** The accounts that a browser chose last, the latest first, kept by itself. */
export interface RecentAccounts {
  read: (request: FastifyRequest) => Account[];
  add: (request: FastifyRequest, reply: FastifyReply, account: Account) => void;
}

/** Keeps the accounts in a signed cookie that only the account page receives. */
export function createRecentAccounts(publicURL: string): RecentAccounts {
  const path = LOCAL_ACCOUNTS.root;
  const cookie = createPrivateCookie('accounts', { publicURL, maxAge: YEAR_S, path, signed: true });
  const read = (request: FastifyRequest): Account[] =>
    v.parse(RecentCookie, cookie.read(request)).map(accountFrom);
  return {
    read,
    add: (request, reply, account) => {
      const others = read(request).filter(({ sub }) => sub !== account.sub);
      cookie.set(reply, encode([account, ...others].slice(0, KEPT_ACCOUNTS)));
    },
  };
}

/** As many of the accounts as a cookie can hold. */
function encode(accounts: readonly AccountForm[]): string {
  const forms = accounts.map(({ name, email }) => ({ name, email }));
  const text = Buffer.from(JSON.stringify(forms)).toString('base64url');
  return text.length > VALUE_LIMIT ? encode(accounts.slice(0, -1)) : text;
}
