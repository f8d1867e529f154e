import type { BrowserContext, Page } from '@playwright/test';
import type { Backend } from '#client/backend/backend.ts';
import { isProblemCode, Problem } from '#shared/problem.ts';
import type { Question } from './page.ts';

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
  const listeners = new Map<number, (told: never) => void>();
  let count = 0;
  await page.exposeFunction('tell', (listener: number, told: never) => {
    listeners.get(listener)?.(told);
  });
  await page.goto(address);
  await page.waitForFunction(() => 'ask' in window);

  const ask = async (question: Question): Promise<void> => {
    const refusal = await page.evaluate((text) => window.ask(text), JSON.stringify(question));
    if (refusal === null) return;
    throw isProblemCode(refusal) ? new Problem(refusal) : new Error(refusal);
  };
  const send = (question: Question): void => {
    ask(question).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  };
  const register = (listener: (told: never) => void): number => {
    count += 1;
    listeners.set(count, listener);
    return count;
  };
  const stop = (listener: number): void => {
    listeners.delete(listener);
    send({ type: 'stop', listener });
  };

  await ask({ type: 'open', config });
  return {
    page,
    openTab: () => openRemoteBackend(context, address, config),
    signInAs: (account) => ask({ type: 'sign in', account }),
    onAuthState: (listener) => {
      const id = register(listener);
      send({ type: 'listen', listener: id });
      return () => stop(id);
    },
    signIn: () => ask({ type: 'press sign in' }),
    signOut: () => ask({ type: 'sign out' }),
    addThought: (textID, text) => ask({ type: 'add', textID, text }),
    editThought: (textID, text) => ask({ type: 'edit', textID, text }),
    deleteThought: (textID) => ask({ type: 'delete', textID }),
    watch: (query, size, onEvent) => {
      const id = register(onEvent);
      send({ type: 'watch', listener: id, query, size });
      return { grow: () => send({ type: 'grow', listener: id }), close: () => stop(id) };
    },
  };
}
