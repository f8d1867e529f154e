import { useEffect } from 'react';
import { newThoughts } from '#client/components/new-thoughts.ts';
import { announceArrivals, forgetArrivals } from '#client/live/announcer.ts';

/** Has the screen reader say how many thoughts of others wait. */
export function useSaidArrivals(waiting: number): void {
  useEffect(() => {
    if (waiting > 0) announceArrivals(() => newThoughts(waiting));
    // They are shown by now.
    else forgetArrivals();
  }, [waiting]);
  useEffect(() => forgetArrivals, []);
}
