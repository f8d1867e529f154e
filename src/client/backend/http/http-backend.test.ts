import { expect, onTestFinished, test, vi } from 'vitest';
import { NEVER } from '#shared/backoff.ts';
import { newId } from '#shared/id.ts';
import { AUTHOR_HEADER, PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import type { ThoughtWindow } from '#client/backend/backend.ts';
import { oneOfEach } from '#client/backend/contract.ts';
import { createAnsweringBrowser } from '#tests/client/browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { createHttpBackend } from './http-backend.ts';

const OWN = { author: SAMPLE_USER.uid, textID: newId() };
const LISTENER = { onWindow: () => {}, onProgress: () => {}, onLive: () => {} };

test('own thoughts are requested for the person signed in here, and the feed for nobody', async () => {
  const { backend, named } = await openBackend();
  const queries = [backend.watch('feed', 50, LISTENER), backend.watch('own', 50, LISTENER)];
  await vi.waitFor(() => expect(named).toHaveLength(3));
  expect(named).toEqual([
    [PATHS.session, null],
    [`${PATHS.thoughts}?limit=50`, null],
    [`${PATHS.thoughts}?author=me&limit=50`, SAMPLE_USER.uid],
  ]);
  for (const query of queries) query.close();
});

test.for([
  ['204', 204, null],
  ['200 with JSON', 200, '{"error":"blocked by gateway"}'],
  ['200 with a page', 200, '<h1>Sign in to this network</h1>'],
  ['403 with JSON', 403, '{"code":1020,"error":"blocked by gateway"}'],
] as const)(
  'a write or a sign-out that something other than the server answers with %s is to be sent again',
  async ([, status, body]) => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { backend, network } = await openBackend();
    network.answerFor = () => new Response(body, { status });
    for (const sent of [...oneOfEach(backend, OWN, NEVER), backend.signOut(OWN.author)])
      await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
  },
);

test('a write, poll or page refused for want of a session asks again who is signed in, and a stream that ends', async () => {
  vi.useFakeTimers();
  const { backend, named, network, reader } = await openBackend();
  const asked = () => named.filter(([path]) => path === PATHS.session).length;
  onTestFinished(backend.watch('feed', 50, LISTENER).close);
  await vi.advanceTimersByTimeAsync(0);
  network.answerFor = (path) =>
    path === PATHS.session ? null : Response.json({ code: 'signed-out' }, { status: 401 });
  await expect(backend.deleteThought(OWN, NEVER)).rejects.toMatchObject({ code: 'signed-out' });
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked()).toBe(3);
  onTestFinished(backend.watch('feed', 50, LISTENER).close);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(4);
  reader.dispatchEvent(new MessageEvent(STREAM_EVENTS.signedOut));
  expect(asked()).toBe(5);
});

test('thoughts that something other than the server returns are read again', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const { backend, network } = await openBackend();
  network.answerFor = () => Response.json({ error: 'blocked by gateway' });
  const onWindow = vi.fn<(window: ThoughtWindow) => void>();
  const query = backend.watch('feed', 50, { ...LISTENER, onWindow });
  onTestFinished(query.close);
  await vi.waitFor(() => expect(console.info).toHaveBeenCalled());
  network.answerFor = () => null;
  await vi.waitFor(() => expect(onWindow).toHaveBeenCalled(), { timeout: 5_000 });
});

/** A backend on which somebody is signed in, and the person that each request named. */
async function openBackend() {
  const named: (string | null)[][] = [];
  /** What answers instead of the server. */
  const network = { answerFor: (_path: string): Response | null => null };
  const reader = new EventTarget();
  const browser = createAnsweringBrowser((path, headers) => {
    named.push([path, headers.get(AUTHOR_HEADER)]);
    const page = { thoughts: [], more: false, position: 'e.1' };
    const answer = path === PATHS.session ? { user: SAMPLE_USER } : page;
    return network.answerFor(path) ?? Response.json(answer);
  }, reader);
  const backend = createHttpBackend(browser);
  await new Promise((resolve) => {
    backend.onAuthState(resolve);
  });
  return { backend, named, network, reader };
}
