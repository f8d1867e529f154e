/** Seconds in each unit, the largest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The weekday and how long ago it was: "Saturday, 3 minutes ago". */
export function describeMoment(at: Date): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at);
  // The reader's clock may be behind the server's.
  const seconds = Math.max(0, Math.floor((Date.now() - at.getTime()) / 1000));
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1];
  const ago = new Intl.RelativeTimeFormat('en').format(-Math.floor(seconds / size), unit);
  return `${weekday}, ${ago}`;
}
