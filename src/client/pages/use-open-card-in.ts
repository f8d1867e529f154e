import { useSyncExternalStore } from 'react';
import type { Edits } from '#client/writing/edits.ts';
import type { Entry } from '#client/writing/optimistic.ts';

/** Whether the card in edit mode is one of these; what is typed into it draws nothing again. */
export function useOpenCardIn(
  entries: readonly Entry[],
  { subscribe, openCard }: Pick<Edits, 'subscribe' | 'openCard'>,
): boolean {
  return useSyncExternalStore(subscribe, () => {
    const open = openCard();
    return open !== null && entries.some(({ thought }) => thought.textID === open);
  });
}
