import type { ComponentProps } from 'react';

/** What each icon draws, in lines, in a square of 24. */
const LINES = {
  arrow: 'M20 12H4.5M11 5l-7 7 7 7',
  bin: 'M4 6.5h16m-1.5 0L17.7 19a2 2 0 0 1-2 1.9H8.3a2 2 0 0 1-2-1.9L5.5 6.5m3.5 0V5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v1.5',
  check: 'M4.5 12.5l5 5L20 7',
  clock: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  pen: 'M4 20l1-4.5L16.3 4.2a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19zM14 6.5l3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  undo: 'M9 14L4 9l5-5M4.5 9H14a5.5 5.5 0 0 1 0 11h-3',
} as const;

interface IconProps extends ComponentProps<'svg'> {
  of: keyof typeof LINES;
}

/** A drawing beside or instead of a word; without a label of its own it is hidden from screen readers. */
export function Icon({ of, ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={rest['aria-label'] === undefined}
      {...rest}
    >
      <path d={LINES[of]} />
    </svg>
  );
}
