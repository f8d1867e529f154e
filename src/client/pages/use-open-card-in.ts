import { useSyncExternalStore } from 'react';
import type { Edits } from '#client/writing/edits.ts';
import type { Entry } from '#client/writing/optimistic.ts';

/** Whether a card in edit mode is one of these; what is typed into it draws nothing again. */
export function useOpenCardIn(
  entries: readonly Entry[],
  { subscribe, openCards }: Pick<Edits, 'subscribe' | 'openCards'>,
): boolean {
  return useSyncExternalStore(subscribe, () =>
    openCards().some((open) => entries.some(({ thought }) => thought.textID === open)),
  );
}
