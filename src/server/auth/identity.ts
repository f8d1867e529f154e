import { createHash } from 'node:crypto';
import * as v from 'valibot';

/** A person's uid, by issuer and subject alone: an e-mail can change hands, and an address can move. */
export function uidOf(issuer: string, subject: string): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 28);
}

export interface Identity {
  uid: string;
  displayName: string | null;
  photoURL: string | null;
  email: string | null;
  emailVerified: boolean;
  issuer: string;
}

const NAME_LIMIT = 100;
const LINE_LIMIT = 2_000;

/** What we take from an issuer's word about a person; odd values are left out, not fatal. */
export const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  name: v.fallback(v.nullable(line(LINE_LIMIT)), null),
  email: v.fallback(v.nullable(line(320)), null),
  picture: v.fallback(v.nullable(line(LINE_LIMIT)), null),
  email_verified: v.fallback(v.boolean(), false),
  /** Google's own: the organisation whose account it is. */
  hd: v.fallback(v.nullable(line(255)), null),
});
export type Claims = v.InferOutput<typeof Claims>;

function line(limit: number): v.GenericSchema<unknown, string> {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(limit), v.check(isStorable));
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export function identityFrom(
  { name: issuer, ownPictures }: { name: string; ownPictures?: string },
  claims: Claims,
): Identity {
  const { sub, name, email, email_verified: emailVerified, picture } = claims;
  const isOwn = ownPictures !== undefined && picture?.startsWith(ownPictures) === true;
  return {
    uid: uidOf(issuer, sub),
    displayName: name === null ? null : cut(name),
    photoURL: isOwn || isHttps(picture ?? '') ? picture : null,
    email,
    emailVerified,
    issuer,
  };
}

function isHttps(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:';
}

function cut(name: string): string {
  const short = name.slice(0, NAME_LIMIT);
  return short.isWellFormed() ? short : short.slice(0, -1);
}
