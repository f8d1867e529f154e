import { useCallback, useEffect, useRef } from 'react';
import type { Thought } from '#shared/thought.ts';
import { newThoughts } from '#client/components/new-thoughts.ts';
import { announceArrivals, forgetArrivals } from './announcer.ts';
import { withoutNewPosts } from './new-posts.ts';

interface Arrivals {
  thoughts: readonly Thought[];
  newest: Thought | undefined;
  waiting: number;
  uid: string;
}

/** Has the screen reader say how many thoughts of others wait, or came in at the top. */
export function useArrivalAnnouncements({ thoughts, newest, waiting, uid }: Arrivals): void {
  const known = useRef(newest);
  const unsaid = useRef(0);
  const say = useCallback((): string => {
    const count = unsaid.current;
    unsaid.current = 0;
    return newThoughts(count);
  }, []);

  useEffect(() => {
    unsaid.current = waiting;
    if (waiting > 0) announceArrivals(say);
    // They are shown by now.
    else forgetArrivals();
  }, [waiting, say]);
  useEffect(() => {
    const before = withoutNewPosts(thoughts, { known: known.current, uid });
    const count = thoughts.length - before.length;
    known.current = newest;
    if (count === 0 || waiting > 0) return;
    unsaid.current += count;
    announceArrivals(say);
  }, [thoughts, newest, waiting, uid, say]);
  useEffect(() => forgetArrivals, []);
}
