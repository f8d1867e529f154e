import type { BrowserContext, Page } from '@playwright/test';
import type { Backend, ThoughtWindow } from '#client/backend/backend.ts';
import { isProblemCode, Problem } from '#shared/problem.ts';
import type { Calls } from './page.ts';

/** A backend that lives in a page; the port's calls are handed over to it. */
export interface RemoteBackend extends Backend {
  page: Page;
  signInAs: (account: object) => Promise<void>;
}

/** Opens the page at an address in a browser of its own, and the backend in it. */
export async function openRemoteBackend(
  context: BrowserContext,
  address: string,
  config: object,
): Promise<RemoteBackend> {
  const page = await context.newPage();
  // The adapter on the other side has checked what arrives here.
  const listeners = new Map<number, (event: never) => void>();
  let last = 0;
  await page.exposeFunction('notify', (number: number, event: never) => {
    listeners.get(number)?.(event);
  });
  await page.goto(address);
  await page.waitForFunction(() => 'call' in window);

  const call = async (name: keyof Calls, number: number, ...args: unknown[]): Promise<void> => {
    const request = [name, number, JSON.stringify(args)] as const;
    const refusal = await page.evaluate(([...all]) => window.call(...all), request);
    if (refusal === null) return;
    throw isProblemCode(refusal) ? new Problem(refusal) : new Error(refusal);
  };
  const send = (...request: Parameters<typeof call>): void => {
    call(...request).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  };
  const write = async (name: keyof Calls, signal: AbortSignal, ...args: unknown[]) => {
    const number = (last += 1);
    const abort = (): void => send('abort', number);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    try {
      await call(name, number, ...args);
    } catch (error) {
      throw error instanceof Error && error.message === 'aborted' ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  const listen = (listener: (event: never) => void, name: keyof Calls, ...args: unknown[]) => {
    const number = (last += 1);
    listeners.set(number, listener);
    send(name, number, ...args);
    const close = (): void => {
      listeners.delete(number);
      send('close', number);
    };
    return { number, close };
  };

  await call('open', 0, config);
  return {
    page,
    signInAs: (account) => call('signInAs', 0, account),
    onAuthState: (listener) => void listen(listener, 'onAuthState'),
    signIn: () => call('signIn', 0),
    signOut: () => call('signOut', 0),
    addThought: (thought, signal) => write('addThought', signal, thought),
    editThought: (edit, signal) => write('editThought', signal, edit),
    deleteThought: (textID, signal) => write('deleteThought', signal, textID),
    watch: (query, size, listener) => {
      const receive = (event: boolean | ThoughtWindow): void => {
        if (typeof event === 'boolean') listener.onLive(event);
        else listener.onWindow(event);
      };
      const { number, close } = listen(receive, 'watch', query, size);
      return {
        grow: () => send('grow', number),
        close,
      };
    },
  };
}
