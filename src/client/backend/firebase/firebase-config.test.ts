import { describe, expect, test } from 'vitest';
import { parseFirebaseConfig } from './firebase-config.ts';

describe('the Firebase configuration', () => {
  test('takes what is used of the object the console shows', () => {
    const shown = { apiKey: 'key', projectId: 'board', authDomain: 'board.web.app', appId: '1:2' };
    const text = JSON.stringify({ ...shown, storageBucket: 'board.appspot.com' });
    expect(parseFirebaseConfig(text, 'built in')).toEqual(shown);
  });

  test('says which fields are missing or wrong', () => {
    const text = JSON.stringify({ apiKey: '', authDomain: 7 });
    expect(() => parseFirebaseConfig(text, 'built in')).toThrow(
      /^The Firebase configuration built in can't be used\. .*apiKey: .*projectId: .*authDomain: /u,
    );
  });

  test('says so when it is no JSON', () => {
    expect(() => parseFirebaseConfig('apiKey=1', 'built in')).toThrow(/can't be used\. all: /u);
  });
});
