import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import type { RequestLimits } from '#server/auth/request-limits.ts';
import { readConfig } from '#server/config.ts';
import { createVisitor, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** What is counted, each with a request that counts, and with the limit it has. */
const COUNTED: readonly [
  keyof RequestLimits,
  max: number,
  (visitor: Visitor) => Promise<Response>,
][] = [
  [
    'adds',
    30,
    (ada) => ada.sendJSON('PUT', `${PATHS.thoughts}/${newTextID()}`, { text: 'a thought' }),
  ],
  ['changes', 60, (ada) => ada.send(`${PATHS.thoughts}/${newTextID()}`, { method: 'DELETE' })],
  ['all', 600, (ada) => ada.send(PATHS.session)],
  ['signIns', 300, (ada) => ada.send(PATHS.signIn, { method: 'POST' })],
];

const { limits } = readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ limits });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

test.each(COUNTED)(
  'of %s exactly %i pass in a period, and as many in the next',
  async (kind, max, ask) => {
    const { max: wanted, periodMs } = limits[kind];
    expect(max).toBe(wanted);
    const visitor =
      kind === 'signIns' ? createVisitor(server.origin) : await signIn(server.origin, ADA);
    // Whole: parts of a millisecond would add up to a little less than a period.
    const now = Math.ceil(performance.now());
    vi.useFakeTimers({ toFake: ['performance'] });
    // The clock that stands in begins at 0. What signing in has used is over then.
    vi.advanceTimersByTime(now + periodMs);
    for (let period = 0; period < 2; period += 1) {
      const statuses = [];
      for (let asked = 0; asked < max; asked += 1) statuses.push((await ask(visitor)).status);
      expect(statuses.filter((status) => status >= 400)).toEqual([]);
      vi.advanceTimersByTime(periodMs - 1);
      const refused = await ask(visitor);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      vi.advanceTimersByTime(1);
    }
  },
);

const ADA = { name: 'Ada', email: 'ada@example.com' };
