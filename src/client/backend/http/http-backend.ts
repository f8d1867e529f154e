import { Problem, problemCodeOf } from '#shared/problem.ts';
import {
  cursorAfter,
  Page,
  PATHS,
  SessionBody,
  SignInBody,
  WriteBody,
  type AddBody,
  type EditBody,
} from '#shared/wire.ts';
import type { Backend, LiveQueryName, Mark, Writes } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { ChangeSource } from './change-source.ts';
import { LiveWindow, type PageRange } from './live-window.ts';
import { answerOf, send, type Send, type Target } from './request.ts';
import { followSession } from './session.ts';

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
    signOut: async (author) => {
      answerOf(SessionBody, await sendChecked(['DELETE', PATHS.session], { author }));
      session.end();
    },
    ...createThoughtWrites(sendChecked, (position) => source.expect(position)),
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
      return {
        grow: () => query.grow(),
        hasPassed: (mark) => query.hasPassed(mark),
        close: () => query.close(),
      };
    },
  };
}

/** `onStored` is told the position of each write. */
function createThoughtWrites(sendChecked: Send, onStored: (position: Mark) => void): Writes {
  const write = async ([method, textID]: Target, options: Parameters<Send>[1]): Promise<Mark> => {
    const answer = await sendChecked([method, `${PATHS.thoughts}/${textID}`], options);
    const { position } = answerOf(WriteBody, answer);
    onStored(position);
    return position;
  };
  return {
    addThought: ({ author, textID, ...typed }, signal) =>
      write(['PUT', textID], { author, signal, body: typed satisfies AddBody }),
    editThought: ({ author, textID, text, base }, signal) => {
      const body: EditBody = { text, baseText: base.text, baseVersion: base.version };
      return write(['PATCH', textID], { author, signal, body });
    },
    deleteThought: ({ author, textID }, signal) => write(['DELETE', textID], { author, signal }),
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
