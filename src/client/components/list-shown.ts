import { createContext } from 'react';

/** Whether the list around a card was there before it. Not a state: that it changes draws nothing. */
export const ListShownContext = createContext<{ readonly current: boolean }>({ current: false });
