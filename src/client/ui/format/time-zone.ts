import { createContext, useContext } from 'react';

/** Tells the reader's time zone from others, which differ in winter or in summer. */
export const timeZone = {
  get: (): string => [0, 6].map((month) => new Date(2026, month).getTimezoneOffset()).join(' '),
  // No event tells that the reader has come to another one.
  subscribe: (listener: () => void) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

export const TimeZone = createContext('');

/** Renders a component again in another time zone, also where nothing else has changed for it. */
export function useTimeZone(): void {
  useContext(TimeZone);
}
