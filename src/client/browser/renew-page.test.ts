// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOver } from '#tests/client/browser.ts';
import { openStorage } from './storage.ts';
import { renewForOthers, renewPage } from './renew-page.ts';

const reload = vi.fn<() => void>();
const ROOMY = openStorage(() => localStorage);

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () => new Response());
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
  document.body.replaceChildren();
});

test('a page in which somebody types waits until they stop, and is renewed once, and hidden', async () => {
  const onVersion = renewPage('1.0.0', ROOMY, reload);
  onVersion('1.0.0');
  await hide();
  vi.restoreAllMocks();
  onVersion('1.1.0');
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(reload).not.toHaveBeenCalled();
  const box = document.body.appendChild(document.createElement('textarea'));
  box.focus();
  await hide();
  expect(reload).not.toHaveBeenCalled();
  box.blur();
  await hide();
  await hide();
  expect(reload).toHaveBeenCalledOnce();
});

test.for([
  ['the network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['its server', async () => new Response('', { status: 502 })],
] as const)(
  'a page is not renewed while %s is away: the browser’s own page would take its place',
  async ([, answer]) => {
    vi.stubGlobal('fetch', answer);
    renewPage('1.0.0', ROOMY, reload)('1.1.0');
    await hide();
    expect(reload).not.toHaveBeenCalled();
    vi.stubGlobal('fetch', async () => new Response());
    await hide();
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('a page is not renewed while the storage has no room for what is kept in its memory', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let isFull = true;
  const area = storageOver(new Map(), () => {
    if (isFull) throw new Error('full');
  });
  const storage = openStorage(() => area);
  storage.setItem('draft', 'half a thought');
  // The pages of the tests before are there, too.
  const reloadThis = vi.fn<() => void>();
  renewPage('1.0.0', storage, reloadThis)('1.2.0');
  await hide();
  expect(reloadThis).not.toHaveBeenCalled();
  isFull = false;
  storage.setItem('draft', 'half a thought');
  await hide();
  expect(reloadThis).toHaveBeenCalledOnce();
});

test('a page that comes back from the history after its person has left shows nothing, and is loaded anew', () => {
  const storage = openStorage(() => sessionStorage);
  storage.setItem('authUser', 'Ada');
  renewForOthers(storage, reload);
  for (const [person, persisted, isRenewed] of [
    ['Ada', true, false],
    ['Eve', false, false],
    ['Eve', true, true],
  ] as const) {
    dispatchEvent(new PageTransitionEvent('pagehide'));
    storage.setItem('authUser', person);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    expect(reload.mock.calls.length > 0).toBe(isRenewed);
    expect(document.documentElement.hidden).toBe(isRenewed);
    storage.setItem('authUser', 'Ada');
  }
});

async function hide(): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
