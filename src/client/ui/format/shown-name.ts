import { isBlank } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import { WORDS } from '#client/ui/words.ts';

export function shownName(...names: readonly (string | null | undefined)[]): string {
  return names.find((name) => !isBlank(name ?? '')) ?? WORDS.nobody;
}

/** A person's name on their own screens; without one, the first part of the e-mail. */
export function displayNameOf({ displayName, email }: User): string {
  return shownName(displayName, email?.split('@')[0]);
}
