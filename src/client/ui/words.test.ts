import { NAME } from '#shared/name.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WORDS } from './words.ts';

test('the fixed texts are exactly as specified', () => {
  const { bar, login, feed, dialog, card, profile, logout, error } = WORDS;
  expect([bar.profile, login.heading, login.line, login.signIn]).toEqual([
    'profile',
    'Share your thoughts with us',
    'Please log in first to use Thought Cloud.',
    'Sign in with Google',
  ]);
  expect([feed.heading, feed.add, ...Object.values(dialog)]).toEqual([
    'Thoughts field',
    'create new thoughts',
    'Add thought',
    "What's your thoughts?",
    'Cancel',
    'Add',
  ]);
  expect([card.edit, card.save, card.delete]).toEqual(['Edit', 'Save', 'Delete']);
  expect([`Ada${profile.heading}`, ...Object.values(profile).slice(2, -1)]).toEqual([
    "Ada's Profile",
    'Name',
    'Email',
    'Acc created',
    'Last sign-in',
    'Back to thoughts field',
  ]);
  expect([logout.ask, logout.question.join('Ada'), logout.confirm, logout.cancel]).toEqual([
    'Log Out',
    'Hey Ada! Are you sure to Logout?',
    'Confirm',
    'Cancel',
  ]);
  expect(Object.values(error).slice(0, 6)).toEqual([
    'Oops! Something went wrong!',
    'Error Message',
    'Error Code',
    'Error Data',
    'Go Back to Home Page',
    'Not Found',
  ]);
});

test.for(['index.html', 'public/manifest.webmanifest'])('%s has the name', (file) => {
  expect(NAME).toBe('Thought Cloud');
  const path = join(import.meta.dirname, '../../..', file);
  expect(readFileSync(path, 'utf8')).toContain(NAME);
});
