/** Tells the reader's time zone from others, which differ in winter or in summer: a component that shows a time uses it. */
export const timeZone = {
  get: (): string => [0, 6].map((month) => new Date(2026, month).getTimezoneOffset()).join(' '),
  // No event tells that the reader has come to another one.
  subscribe: (listener: () => void) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
