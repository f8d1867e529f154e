import { isBlank } from '#shared/thought.ts';

/** The first of some names in which there is something to see. */
export function shownName(...names: readonly (string | null | undefined)[]): string {
  return names.find((name) => !isBlank(name ?? '')) ?? 'Anonymous';
}
