import type { User } from '#shared/user.ts';
import { shownName } from '#client/components/shown-name.ts';

/** What to call a person on their own screens; an account without a name has its e-mail's first part. */
export function displayNameOf({ displayName, email }: User): string {
  return shownName(displayName, email?.split('@')[0]);
}
