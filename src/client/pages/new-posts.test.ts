import { describe, expect, test } from 'vitest';
import type { Entry } from '#client/writing/optimistic.ts';
import { sampleThought } from '#tests/setup/samples.ts';
import { feedTitle, withoutNewPosts } from './new-posts.ts';

const known = entry(5).thought;
const reader = { known, uid: 'me' };

describe('what a busy reader is shown', () => {
  test('is all but what others wrote after the newest one known', () => {
    const entries = [entry(9), entry(8, 'me'), entry(5), entry(1)];
    expect(withoutNewPosts(entries, reader).map(secondsOf)).toEqual([8, 5, 1]);
  });

  test('is the very same list when nothing is new', () => {
    const entries = [entry(5), entry(1)];
    expect(withoutNewPosts(entries, reader)).toBe(entries);
  });

  test('is everything when nothing is known yet', () => {
    const entries = [entry(9)];
    expect(withoutNewPosts(entries, { known: undefined, uid: 'me' })).toBe(entries);
  });

  test('is never nothing when there is something', () => {
    const entries = [entry(9), entry(8)];
    expect(withoutNewPosts(entries, reader)).toBe(entries);
  });
});

test('the title counts what waits', () => {
  expect([feedTitle(0), feedTitle(3)]).toEqual(['Thought Cloud', '(3) Thought Cloud']);
});

function entry(seconds: number, uID = 'other'): Entry {
  return { thought: sampleThought(seconds, { uID }), isPending: false };
}

function secondsOf({ thought }: Entry): number {
  return thought.createdAt.seconds;
}
