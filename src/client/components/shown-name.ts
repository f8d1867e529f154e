import { isBlank } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { WORDS } from '#client/words.ts';

/** The first of some names in which there is something to see. */
export function shownName(...names: readonly (string | null | undefined)[]): string {
  return names.find((name) => !isBlank(name ?? '')) ?? WORDS.nobody;
}

/** What to call a person on their own screens; an account without a name has its e-mail's first part. */
export function displayNameOf({ displayName, email }: User): string {
  return shownName(displayName, email?.split('@')[0]);
}
