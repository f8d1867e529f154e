import { createContext } from 'react';
import { useRequired } from '#client/components/use-required.ts';

/** Whether the list around a card was there before it. Not a state: that it changes draws nothing. */
interface ListShown {
  readonly current: boolean;
}

export const ListShownContext = createContext<ListShown | null>(null);

/** Whether the list was there, for a card of it. */
export function useListShown(): ListShown {
  return useRequired(ListShownContext, 'ListShownContext');
}
