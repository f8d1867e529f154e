import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { describeStart } from './describe-start.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

test('a start says where the data is, and how people sign in', () => {
  expect(describeStart(readConfig({ DATA_DIR: '/srv/thoughts' }))).toEqual([
    'Data folder: /srv/thoughts',
    'Sign-in: local accounts, on this computer only. Never put a proxy or tunnel in front of them: anyone could be anyone.',
    'To stop: Ctrl+C',
  ]);
  const DATABASE_URL = 'postgres://board:secret@db.example:5433/thoughts?sslmode=require';
  expect(describeStart(readConfig({ ...GOOGLE, DATABASE_URL }))).toEqual([
    'Database: PostgreSQL at db.example:5433/thoughts',
    'Sign-in: Google',
    'To stop: Ctrl+C',
  ]);
});

test.for([
  ['0.0.0.0', true],
  ['127.0.1.1', false],
] as const)(
  'local accounts at %s say that nobody can sign in there: %s',
  ([LISTEN_HOST, areFar]) => {
    const lines = describeStart(readConfig({ LISTEN_HOST })).join('\n');
    expect(
      lines.includes(`reach the board (LISTEN_HOST=${LISTEN_HOST}), but nobody can sign in`),
    ).toBe(areFar);
  },
);
