import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { newId } from '#shared/id.ts';
import { newThought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { Backend } from '#client/backend/backend.ts';
import { App } from '#client/ui/app.tsx';
import {
  createMemoryBackend,
  createMemoryDatabase,
  type MemoryDatabase,
} from './memory-backend.ts';
import { openBoard } from '#client/state/board.ts';
import { navigate } from '#client/ui/router.tsx';
import { openAccount } from '#client/state/account.ts';
import { openStorage } from '#client/browser/storage.ts';
import { openPages } from '#client/browser/open-pages.ts';
import { fillBrowserGaps, installLocks } from './browser.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
fillBrowserGaps();
installLocks();

export const ADA: User = { ...SAMPLE_USER, uid: 'uid-of-ada', displayName: 'Ada' };

interface AppSettings {
  path?: string;
  isSignedIn?: boolean;
  board?: MemoryDatabase;
  /** Wraps the backend before the client gets it. */
  wrap?: (backend: Backend) => Backend;
}

/** Renders the whole client on a memory backend, as Ada. */
export async function openApp(settings: AppSettings = {}) {
  const { path = '/', isSignedIn = true, board = createMemoryDatabase(), wrap } = settings;
  navigate(path, true);
  document.body.innerHTML = '<div id="root"></div>';
  const memory = createMemoryBackend(board, ADA);
  if (isSignedIn) await memory.signIn();
  const backend = wrap?.(memory) ?? memory;
  const browser = {
    lasting: openStorage(() => localStorage),
    tab: openStorage(() => sessionStorage),
    pages: openPages(),
  };
  const account = openAccount(backend, browser.lasting, (user) =>
    openBoard(backend, user, browser),
  );
  const root = createRoot(document.getElementById('root') ?? document.body);
  const close = async (): Promise<void> => {
    await act(async () => root.unmount());
    const open = account.get();
    if (open !== 'unknown') open?.close();
    dispatchEvent(new Event('pagehide'));
  };
  onTestFinished(async () => {
    await close();
    localStorage.clear();
    sessionStorage.clear();
  });
  await act(async () => root.render(<App account={account} />));
  await settle();
  return { backend, board, account, close };
}

/** Lets everything that is under way happen, and React draw it. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  });
}

/** Puts a thought on a board, by default Bob's. */
export function putThought(board: MemoryDatabase, text: string, uID = 'uid-of-bob'): string {
  const textID = newId();
  const author = uID === ADA.uid ? ADA : { ...ADA, uid: uID, displayName: 'Bob' };
  board.put(newThought({ textID, text, at: board.now() }, author));
  return textID;
}

/** The texts of the cards that are shown, in order. */
export function shownTexts(): string[] {
  return [...document.querySelectorAll('article p')].map(({ textContent }) => textContent ?? '');
}

/** The first element that matches a selector; throws without one. */
export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector} in ${document.body.innerHTML}`);
  return found;
}

/** The button with a name. */
export function button(name: string): HTMLElement {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.title === name || one.textContent === name,
  );
  if (found === undefined) throw new Error(`There is no button ${name}`);
  return found;
}

export async function press(element: HTMLElement): Promise<void> {
  await act(async () => {
    element.focus();
    element.click();
  });
  await settle();
}

/** Replaces a field's value, as typing does. */
export async function type(field: HTMLElement, text: string): Promise<void> {
  const { prototype } =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  await act(async () => {
    // Set by the prototype, because React watches the field's own property.
    Reflect.set(prototype, 'value', text, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
