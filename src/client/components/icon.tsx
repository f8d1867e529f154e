import type { ComponentProps } from 'react';

/** Our own drawings, on a grid of 24 with a stroke of 2. */
const DRAWINGS = {
  add: 'M12 5v14M5 12h14',
  back: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5v4.8l3.2 2',
  delete:
    'M4.5 6.5h15M9 6.5V5a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 5v1.5M6.5 6.5l.8 12a2 2 0 0 0 2 2h5.4a2 2 0 0 0 2-2l.8-12M10 11v5M14 11v5',
  edit: 'M4 20l1.1-4.6L16.3 4.2a2.4 2.4 0 0 1 3.4 3.4L8.6 18.8ZM14 6.5l3.4 3.4',
  putBack: 'M8.5 13.5 4 9l4.5-4.5M4 9h11a5.5 5.5 0 0 1 0 11h-4',
  save: 'M4.5 12.5l5 5 10-10.5',
} as const;

/** A drawing in the colour of the text; hidden from readers, unless it has a name. */
export function Icon({ name, ...rest }: { name: keyof typeof DRAWINGS } & ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={rest['aria-label'] === undefined}
      {...rest}
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
