import type { Thought } from '#shared/thought.ts';

/** A card as a list shows it; the same object until something in it changes. */
export interface CardView {
  thought: Thought;
  isOwn: boolean;
  /** Whether something written for it has no answer yet. */
  isUnsent: boolean;
  mode: 'shown' | 'editing';
  /** Whether the typed text was refused, so that its writer may not have seen the stored one. */
  isRefused: boolean;
  /** The text in its field: one that was typed over it, or its own. */
  typed: string;
  /** The text that the typed one replaces. */
  base: string;
}
