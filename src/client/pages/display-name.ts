import type { User } from '#shared/user.ts';

/** What to call a person on their own screens; an account without a name has its e-mail's first part. */
export function displayNameOf({ displayName, email }: User): string {
  return displayName || email?.split('@')[0] || 'Anonymous';
}
