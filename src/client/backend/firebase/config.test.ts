import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadFirebaseConfig, parseFirebaseConfig } from './config.ts';

describe('the Firebase configuration', () => {
  test('takes the fields that it uses from the object that the console shows', () => {
    const used = { apiKey: 'key', projectId: 'board', authDomain: 'board.web.app', appId: '1:2' };
    const text = JSON.stringify({ ...used, storageBucket: 'board.appspot.com' });
    expect(parseFirebaseConfig(text, 'built in')).toEqual(used);
  });

  test('says which fields are missing or wrong', () => {
    const text = JSON.stringify({ apiKey: '', authDomain: 7 });
    expect(() => parseFirebaseConfig(text, 'built in')).toThrow(
      /^The Firebase configuration built in can't be used\. .*apiKey: .*projectId: .*authDomain: /u,
    );
  });
});

describe('the configuration of the hosting', () => {
  const CONFIG = { apiKey: 'key', projectId: 'board', authDomain: 'board.firebaseapp.com' };
  const NONE = /^This site has no Firebase configuration/u;

  test('is requested again until there is an answer', async () => {
    const load = loadAfter(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('busy', { status: 503 }),
      () => new Response('slow down', { status: 429 }),
      () => new Response(brokenOff(), { headers: { 'content-type': 'application/json' } }),
      unanswered,
      () => Response.json(CONFIG),
    );
    await expect(load).resolves.toEqual({ ...CONFIG, authDomain: 'board.web.app' });
  });

  test('is missing where the host has none', async () => {
    const load = loadAfter(() => Response.json({}, { status: 404 }));
    await expect(load).rejects.toThrow(NONE);
  });
});

/** The body of an answer that the network breaks off. */
function brokenOff(): ReadableStream {
  return new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
}

/** Waits until the request is given up, as where the network has died silently. */
function unanswered({ signal }: RequestInit = {}): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Loads the hosting's configuration at board.web.app, which gives these answers one after another. */
async function loadAfter(...answers: ((init?: RequestInit) => Response | Promise<Response>)[]) {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), millis);
    return controller.signal;
  });
  vi.stubGlobal('location', new URL('https://board.web.app/login'));
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => answers.shift()?.(init));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const load = loadFirebaseConfig('');
  load.catch(() => {});
  await vi.runAllTimersAsync();
  return load;
}
