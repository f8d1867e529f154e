import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isStorable, withoutMalformed } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Database } from '#server/database/database.ts';

/** A person's uid, from issuer and subject alone: an e-mail can change hands. */
export function uidOf(issuer: string, subject: string): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 28);
}

const NAME_LIMIT = 100;
const LINE_LIMIT = 2_000;

/** The claims we read about a person; a malformed one is left out, except for `sub`. */
export const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  name: v.fallback(v.nullable(line(LINE_LIMIT)), null),
  email: v.fallback(v.nullable(line(320)), null),
  picture: v.fallback(v.nullable(line(LINE_LIMIT)), null),
  email_verified: v.fallback(v.boolean(), false),
});
export type Claims = v.InferOutput<typeof Claims>;

/** A text about a person that every database can store, without the space around it. */
export function line(limit: number): v.GenericSchema<unknown, string> {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(limit), v.check(isStorable));
}

/** The person behind an issuer's claims; only pictures over https, or of the issuer's own path, are kept. */
export function identityFrom(
  { name: issuer, ownPictures }: { name: string; ownPictures?: string },
  claims: Claims,
): Identity {
  const { sub, name, email, email_verified: isVerified, picture } = claims;
  const isOwn = ownPictures !== undefined && picture?.startsWith(ownPictures) === true;
  const isHttps = picture !== null && URL.parse(picture)?.protocol === 'https:';
  return {
    uid: uidOf(issuer, sub),
    // The cut may leave half a character.
    displayName: name === null ? null : withoutMalformed(name.slice(0, NAME_LIMIT)),
    photoURL: isOwn || isHttps ? picture : null,
    email,
    emailVerified: Number(isVerified),
    issuer,
  };
}

/** A person who has signed in, as their issuer last described them. Times in ms since 1970. */
export interface UserRow extends Omit<User, 'metadata'> {
  /** 1 when the issuer had verified the e-mail. */
  emailVerified: number;
  /** The issuer's name; null when unknown. */
  issuer: string | null;
  creationTime: number;
  lastSignInTime: number;
}

export type Identity = Omit<UserRow, 'creationTime' | 'lastSignInTime'>;

const UPSERT = `insert into "users"
    ("uid", "displayName", "photoURL", "email", "creationTime", "lastSignInTime", "issuer",
      "emailVerified")
  select :uid, :displayName, :photoURL, :email, :now, :now, :issuer, :emailVerified
  where :uid not in (select "uid" from "blocked")
  on conflict ("uid") do update set "displayName" = :displayName, "photoURL" = :photoURL,
    "email" = :email, "lastSignInTime" = :now, "issuer" = :issuer, "emailVerified" = :emailVerified
  returning "uid"`;

/** Records a sign-in with the current name, photo and e-mail; rejects if the person is blocked. */
export async function recordSignIn(
  database: Database,
  identity: Identity,
  now: number,
): Promise<void> {
  const [[known]] = await database.write<[UserRow]>({
    sql: UPSERT,
    parameters: { ...identity, now },
  });
  if (known === undefined) throw new Error(`The person ${identity.uid} is blocked.`);
}

/** A stored person as the client gets them, with times as UTC strings. */
export function userFromRow(row: UserRow): User {
  const { uid, displayName, photoURL, email, creationTime, lastSignInTime } = row;
  return {
    uid,
    displayName,
    photoURL,
    email,
    metadata: {
      creationTime: new Date(creationTime).toUTCString(),
      lastSignInTime: new Date(lastSignInTime).toUTCString(),
    },
  };
}
