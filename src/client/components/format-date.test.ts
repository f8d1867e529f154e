import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { timestampFromMillis } from '#shared/thought.ts';
import { dateOf, formatDate, formatTime } from './format-date.ts';

const ownZone = process.env['TZ'];

describe('the time and date of a thought', () => {
  afterEach(() => inZone(ownZone));

  test.each([
    ['midnight', '2026-01-02T00:00:00', '12:00 AM', '2026-01-02'],
    ['the first minute', '2026-01-02T00:01:00', '12:01 AM', '2026-01-02'],
    ['the morning', '2026-11-21T09:05:00', '9:05 AM', '2026-11-21'],
    ['the last minute before noon', '2026-11-21T11:59:00', '11:59 AM', '2026-11-21'],
    ['noon', '2026-11-21T12:00:00', '12:00 PM', '2026-11-21'],
    ['the last minute of a day', '2026-12-31T23:59:59', '11:59 PM', '2026-12-31'],
  ])('at %s', (_when, local, time, date) => {
    expect([formatTime(new Date(local)), formatDate(new Date(local))]).toEqual([time, date]);
  });

  test('are those of one instant in every zone, as Intl formats them', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (zone, at) => {
          inZone(zone);
          expect(`${formatDate(at)} ${formatTime(at)}`).toBe(asIntl(zone, at));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a timestamp is read by its seconds and nanoseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (millis) => {
        expect(dateOf(timestampFromMillis(millis)).getTime()).toBe(millis);
      }),
    );
  });
});

function inZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}

function asIntl(timeZone: string, at: Date): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(at);
  // Intl parts hour and half-day by a narrow no-break space.
  return `${date} ${time.replaceAll('\u202f', ' ')}`;
}
