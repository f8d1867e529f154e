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

export interface CardActions {
  edit: (thought: Thought) => void;
  type: (thought: Thought, text: string) => void;
  save: (thought: Thought) => void;
  /** Leaves edit mode; what was typed waits. */
  leave: (thought: Thought) => void;
  /** Leaves edit mode; what was typed is given up. */
  cancel: (thought: Thought) => void;
  remove: (thought: Thought) => void;
}
