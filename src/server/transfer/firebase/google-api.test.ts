import { expect, onTestFinished, test, vi } from 'vitest';
import * as v from 'valibot';
import { createGoogleCall } from './google-api.ts';

test.each([
  ['none of its addresses answers', new AggregateError([new Error('::1'), new Error('127.0.0.1')])],
  ['its one address does not', new Error('::1, 127.0.0.1')],
])('a service of which %s is named with the reason', async (_what, cause) => {
  // Node's error of a fetch says only that it failed; of several addresses not even its cause does.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
  onTestFinished(() => void vi.unstubAllGlobals());
  const call = createGoogleCall({ project: 'board', token: 'owner', firestore: '', identity: '' });
  await expect(call(v.unknown(), 'https://service.example/')).rejects.toThrow(
    /^service\.example can’t be reached: ::1, 127\.0\.0\.1$/u,
  );
});
