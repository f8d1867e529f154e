import { afterEach, expect, test } from 'vitest';
import { formatDate, formatTime } from './format-date.ts';

const ownZone = process.env['TZ'];
const ZONES = Intl.supportedValuesOf('timeZone');
const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
const ORDINARY_DAY = Date.parse('2026-11-21T00:00:00Z');

afterEach(() => inZone(ownZone));

test('time and date are right in each half hour of an ordinary day and of every day the clocks change', () => {
  const mistakes: string[] = [];
  let compared = 0;
  for (const zone of ZONES) {
    inZone(zone);
    const oracle = createOracle(zone);
    for (const day of [ORDINARY_DAY, ...changeDays(2024, 2027)]) {
      for (let halfHour = 0; halfHour < 48; halfHour += 1) {
        const at = new Date(day + halfHour * HALF_HOUR_MS);
        if (shown(at) !== oracle(at)) mistakes.push(`${zone}, ${at.toISOString()}: ${shown(at)}`);
        compared += 1;
      }
    }
  }
  expect(mistakes).toEqual([]);
  expect(compared).toBeGreaterThan(2 * ZONES.length * 48);
});

function inZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}

function offsetAt(millis: number): number {
  return new Date(millis).getTimezoneOffset();
}

/** The days of some years in which the clocks of the present zone are changed, from UTC midnight. */
function changeDays(from: number, to: number): number[] {
  const days = [];
  for (let day = Date.UTC(from, 0); day < Date.UTC(to + 1, 0); day += DAY_MS) {
    if (offsetAt(day) !== offsetAt(day + DAY_MS)) days.push(day);
  }
  return days;
}

function shown(at: Date): string {
  return `${formatDate(at)} ${formatTime(at)}`;
}

/** Reads only numbers from Intl: how it joins them into a date or a time changes with its data. */
function createOracle(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? NaN;
    const clock = `${part('hour') % 12 || 12}:${inTwo(part('minute'))}`;
    const half = part('hour') < 12 ? 'AM' : 'PM';
    return `${part('year')}-${inTwo(part('month'))}-${inTwo(part('day'))} ${clock} ${half}`;
  };
}

function inTwo(number: number): string {
  return String(number).padStart(2, '0');
}
