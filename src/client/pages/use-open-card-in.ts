import { useSyncExternalStore } from 'react';
import type { Thought } from '#shared/thought.ts';
import type { CardEdit } from '#client/writing/card-edit.ts';

/** Whether the card in edit mode is one of these; what is typed into it draws nothing again. */
export function useOpenCardIn(
  thoughts: readonly Thought[],
  { subscribe, openCard }: Pick<CardEdit, 'subscribe' | 'openCard'>,
): boolean {
  return useSyncExternalStore(subscribe, () => {
    const open = openCard();
    return open !== null && thoughts.some(({ textID }) => textID === open);
  });
}
