import { EventEmitter } from 'node:events';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Problem } from '#shared/problem.ts';
import type { DatabaseEvents } from '#server/database/database.ts';
import { logFailedTask, logOutages } from './log.ts';
import type { ValibotTypeProvider } from './valibot-routes.ts';

test('an outage is logged when it begins and when it ends, and not for each failed task', async () => {
  const lines: string[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  }).withTypeProvider<ValibotTypeProvider>();
  const events: DatabaseEvents = new EventEmitter();
  logOutages(app, { events });
  events.emit('failure', { message: 'a commit failed', reason: 'disk is full' });
  logFailedTask(app, new Problem('unavailable'), 'it could not be done');
  logFailedTask(app, new TypeError('a bug'), 'it could not be done');
  events.emit('recovery', 7);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, reason: 'disk is full', msg: 'a commit failed' },
    { level: 40, reason: 'a bug', msg: 'it could not be done' },
    { level: 40, seconds: 7, msg: 'the database works again' },
  ]);
});
