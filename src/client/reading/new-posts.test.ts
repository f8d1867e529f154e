import { describe, expect, test } from 'vitest';
import type { Thought } from '#shared/thought.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { withoutNewPosts } from './new-posts.ts';

const known = thought(5);
const reader = { known, uid: 'me' };

describe('what a busy reader is shown', () => {
  test('is all but what others wrote after the newest one known', () => {
    const thoughts = [thought(9), thought(8, 'me'), thought(5), thought(1)];
    expect(withoutNewPosts(thoughts, reader).map(secondsOf)).toEqual([8, 5, 1]);
  });

  test('is the very same list when nothing is new', () => {
    const thoughts = [thought(5), thought(1)];
    expect(withoutNewPosts(thoughts, reader)).toBe(thoughts);
  });

  test('is everything when nothing is known yet', () => {
    const thoughts = [thought(9)];
    expect(withoutNewPosts(thoughts, { known: undefined, uid: 'me' })).toBe(thoughts);
  });

  test('is never nothing when there is something', () => {
    const thoughts = [thought(9), thought(8)];
    expect(withoutNewPosts(thoughts, reader)).toBe(thoughts);
  });
});

function thought(seconds: number, uID = 'other'): Thought {
  return sampleThought(seconds, { uID });
}

function secondsOf({ createdAt }: Thought): number {
  return createdAt.seconds;
}
