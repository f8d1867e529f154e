import { newThought, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { CardView } from '#client/card-view.ts';

/** A person for tests to whom it does not matter who that is; the author of the sample thoughts. */
export const SAMPLE_USER: User = {
  uid: 'u',
  displayName: 'U',
  photoURL: null,
  email: null,
  metadata: { creationTime: '', lastSignInTime: '' },
};

/** A thought of so many seconds since 1970, its id and its text by them; `fields` go over it. */
export function sampleThought(seconds: number, fields: Partial<Thought> = {}): Thought {
  const textID = String(seconds).padStart(20, '0');
  const text = `thought ${seconds}`;
  return { ...newThought({ textID, text, at: seconds * 1_000 }, SAMPLE_USER), ...fields };
}

/** The card of a thought of somebody else, for which nothing is written. */
export function sampleCard(thought: Thought): CardView {
  const { text } = thought;
  return {
    thought,
    isOwn: false,
    isUnsent: false,
    mode: 'shown',
    typed: text,
    base: text,
    hasWaiting: false,
  };
}
