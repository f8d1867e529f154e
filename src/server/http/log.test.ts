import { expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { createMonitor } from '#server/database/create-database.ts';
import { recordLog } from '#tests/server/test-board.ts';
import { createApp } from './create-app.ts';
import { logFailedTask, logOutages } from './log.ts';

test('an outage is logged when it begins and when it ends, and not for each failed task', async () => {
  const { log, lines } = recordLog();
  const app = await createApp({ publicURL: 'http://localhost', trustProxy: [], log });
  const { events, report, counts, failedAt } = createMonitor();
  logOutages(app, { events });
  report('a commit failed', 'disk is full');
  const first = failedAt();
  report('reading failed', 'disk is gone');
  expect(counts.databaseErrors).toBe(2);
  expect(failedAt()).toBeGreaterThan(first ?? Infinity);
  report('reading failed', null);
  logFailedTask(app, new Problem('unavailable'), 'it could not be done');
  logFailedTask(app, new TypeError('a bug'), 'it could not be done');
  report('a commit failed', null);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, reason: 'disk is full', msg: 'a commit failed' },
    { level: 40, reason: 'a bug', msg: 'it could not be done' },
    { level: 40, msg: 'the database works again' },
  ]);
});
