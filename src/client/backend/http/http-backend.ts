import * as v from 'valibot';
import { Problem, problemCodeOf } from '#shared/problem.ts';
import { cursorAfter, Page, PATHS, SignInBody, type AddBody, type EditBody } from '#shared/wire.ts';
import type { Backend, LiveQueryName, Writes } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { ChangeSource } from './change-source.ts';
import { LiveWindow, type PageRange } from './live-window.ts';
import { answerOf, send, type Method, type Send } from './request.ts';
import { followSession } from './session.ts';

const NoBody = v.undefined();

export function createHttpBackend(browser: Browser): Backend {
  const session = followSession(browser);
  const sendChecked: Send = async (target, options) => {
    try {
      return await send(browser, target, options);
    } catch (error) {
      // Nobody is signed in any more, or somebody else is.
      if (problemCodeOf(error) === 'signed-out') session.refresh();
      throw error;
    }
  };
  // Lets the server refuse a tab that does not know yet that somebody else has signed in.
  const sendAsUser: Send = (target, options) =>
    sendChecked(target, { ...options, author: session.user()?.uid });
  const source = new ChangeSource(browser, sendAsUser, session.refresh);

  return {
    onAuthState: session.onChange,
    signIn: async () => {
      browser.navigate(answerOf(SignInBody, await send(browser, ['POST', PATHS.signIn])).url);
    },
    signOut: async () => {
      answerOf(NoBody, await send(browser, ['DELETE', PATHS.session]));
      session.end();
    },
    ...createWrites(sendAsUser),
    watch: (name, size, listener) => {
      const user = session.user();
      if (!user) throw new Problem('signed-out');
      const query = new LiveWindow({
        author: name === 'own' ? user.uid : undefined,
        size,
        source,
        // The feed is the same for everybody, and is preloaded without the author header.
        read: (range) => readPage(name === 'own' ? sendAsUser : sendChecked, name, range),
        listener,
      });
      return { grow: () => query.grow(), close: () => query.close() };
    },
  };
}

async function readPage(
  sendRequest: Send,
  query: LiveQueryName,
  { size, after, signal }: PageRange,
): Promise<Page> {
  const search = new URLSearchParams({
    ...(query === 'own' && { author: 'me' }),
    ...(after !== undefined && { before: cursorAfter(after) }),
    limit: String(size),
  });
  return answerOf(Page, await sendRequest(['GET', `${PATHS.thoughts}?${search}`], { signal }));
}

function createWrites(sendAsUser: Send): Writes {
  const write = async (
    [method, textID]: readonly [Method, string],
    signal: AbortSignal,
    body?: unknown,
  ): Promise<void> => {
    const target = [method, `${PATHS.thoughts}/${textID}`] as const;
    answerOf(NoBody, await sendAsUser(target, { body, signal }));
  };
  return {
    addThought: ({ textID, text }, signal) =>
      write(['PUT', textID], signal, { text } satisfies AddBody),
    editThought: ({ textID, text, base }, signal) =>
      write(['PATCH', textID], signal, { text, baseVersion: base.version } satisfies EditBody),
    deleteThought: (textID, signal) => write(['DELETE', textID], signal),
  };
}
