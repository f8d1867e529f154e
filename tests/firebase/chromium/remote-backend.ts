import type { BrowserContext, Page } from '@playwright/test';
import type { Backend, LiveQuery, WindowListener } from '#client/backend/backend.ts';
import { isProblemCode, Problem } from '#shared/problem.ts';
import type { Thought } from '#shared/thought.ts';
import { ABORTED, type Request, type WindowEvent } from './protocol.ts';

/** A backend that lives in a page; the port's calls are handed over to it. */
export interface RemoteBackend extends Backend {
  page: Page;
  signInAs: (account: object) => Promise<void>;
  /** The same browser's next tab. */
  openTab: () => Promise<RemoteBackend>;
}

/** Opens the page at an address in a browser of its own, and the backend in it. */
export async function openRemoteBackend(
  context: BrowserContext,
  address: string,
  config: object,
): Promise<RemoteBackend> {
  const page = await context.newPage();
  // What arrives here was checked by the adapter on the other side.
  const listeners = new Map<number, (event: never) => void>();
  let count = 0;
  const nextNumber = (): number => {
    count += 1;
    return count;
  };
  await page.exposeFunction('notify', (listener: number, event: never) => {
    listeners.get(listener)?.(event);
  });
  await page.goto(address);
  await page.waitForFunction(() => 'call' in window);

  const call = async (request: Request): Promise<void> => {
    const refusal = await page.evaluate((text) => window.call(text), JSON.stringify(request));
    if (refusal === null) return;
    throw isProblemCode(refusal) ? new Problem(refusal) : new Error(refusal);
  };
  const send = (request: Request): void => {
    call(request).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  };
  const write = async (
    signal: AbortSignal,
    requestOf: (number: number) => Request,
  ): Promise<void> => {
    const number = nextNumber();
    const abort = (): void => send({ type: 'abort', write: number });
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    try {
      await call(requestOf(number));
    } catch (error) {
      throw error instanceof Error && error.message === ABORTED ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  const subscribe = (listener: (event: never) => void): number => {
    const number = nextNumber();
    listeners.set(number, listener);
    return number;
  };
  const unsubscribe = (listener: number): void => {
    listeners.delete(listener);
    send({ type: 'unsubscribe', listener });
  };

  await call({ type: 'open', config });
  return {
    page,
    openTab: () => openRemoteBackend(context, address, config),
    signInAs: (account) => call({ type: 'sign in', account }),
    onAuthState: (listener) => {
      const number = subscribe(listener);
      send({ type: 'subscribe', listener: number });
      return () => unsubscribe(number);
    },
    signIn: () => call({ type: 'press sign in' }),
    signOut: (signal) => write(signal, (number) => ({ type: 'sign out', write: number })),
    addThought: ({ textID, text }, signal) =>
      write(signal, (number) => ({ type: 'add', write: number, textID, text })),
    editThought: (edit, signal) =>
      write(signal, (number) => ({ type: 'edit', write: number, edit })),
    deleteThought: (textID, signal) =>
      write(signal, (number) => ({ type: 'delete', write: number, textID })),
    watch: (query, size, listener): LiveQuery => {
      const number = subscribe(forwardTo(listener));
      send({ type: 'watch', listener: number, query, size });
      return {
        grow: () => send({ type: 'grow', listener: number }),
        shrink: (next) => send({ type: 'shrink', listener: number, size: next }),
        close: () => unsubscribe(number),
      };
    },
  };
}

/** Makes of the numbers in the page's events objects that are the same when they were there. */
function forwardTo(listener: WindowListener): (event: WindowEvent) => void {
  const objects = new Map<number, Thought>();
  return (event) => {
    if (event.type === 'live') return listener.onLive(event.isLive);
    const { thoughts, more, source } = event;
    const revived = thoughts.map(([number, thought]) => {
      const known = objects.get(number) ?? thought;
      objects.set(number, known);
      return known;
    });
    listener.onWindow({ thoughts: revived, more, source });
  };
}
