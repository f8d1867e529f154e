import { Signer } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { cookieName, readCookie } from '#server/auth/private-cookie.ts';
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

export interface RecentAccountsOptions {
  publicURL: string;
  key: string;
}

/** Keeps the accounts in a signed cookie that only the account page receives. */
export function createRecentAccounts({ publicURL, key }: RecentAccountsOptions): RecentAccounts {
  const name = cookieName('accounts', publicURL);
  const signer = new Signer(key);
  const read = (request: FastifyRequest): Account[] => {
    const { value } = signer.unsign(readCookie(request, name) ?? '');
    return v.parse(RecentCookie, value).map(accountFrom);
  };
  return {
    read,
    add: (request, reply, account) => {
      const others = read(request).filter(({ sub }) => sub !== account.sub);
      const value = signer.sign(encode([account, ...others].slice(0, KEPT_ACCOUNTS)));
      const attributes = { httpOnly: true, sameSite: 'lax', path: LOCAL_ACCOUNTS.root } as const;
      void reply.setCookie(name, value, { ...attributes, maxAge: YEAR_S });
    },
  };
}

/** As many of the accounts as a cookie can hold. */
function encode(accounts: readonly AccountForm[]): string {
  const forms = accounts.map(({ name, email }) => ({ name, email }));
  const text = Buffer.from(JSON.stringify(forms)).toString('base64url');
  return text.length > VALUE_LIMIT ? encode(accounts.slice(0, -1)) : text;
}
