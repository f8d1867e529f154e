import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { AUTHOR_HEADER, PATHS, SignInBody } from '#shared/wire.ts';
import type { Backend, LiveWindow } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { send, type Method } from './request.ts';
import { followSession } from './server-session.ts';
import { watchThoughts } from './watch-thoughts.ts';

/** The backend that is our own server, on the page's own origin. */
export function createHttpBackend(browser: Browser): Backend {
  const session = followSession(browser);
  const windows = new Set<LiveWindow>();

  session.onChange(() => {
    for (const window of windows) window.close();
    windows.clear();
  });
  const write = async (method: Method, textID: string, body?: unknown): Promise<void> => {
    const author = session.user()?.uid;
    try {
      const headers = author === undefined ? {} : { [AUTHOR_HEADER]: author };
      await send(browser, [method, `${PATHS.thoughts}/${textID}`], { body, headers });
    } catch (error) {
      // Nobody is signed in any more, or somebody else is.
      if (error instanceof Problem && error.code === 'signed-out') session.refresh();
      throw error;
    }
  };

  return {
    onAuthState: session.onChange,
    signIn: async () => {
      browser.navigate(v.parse(SignInBody, await send(browser, ['POST', PATHS.signIn])).url);
    },
    signOut: async () => {
      await send(browser, ['DELETE', PATHS.session]);
      session.end();
    },
    addThought: (textID, text) => write('PUT', textID, { text }),
    editThought: (textID, text) => write('PATCH', textID, { text }),
    deleteThought: (textID) => write('DELETE', textID),
    watch: (query, size, onEvent) => {
      const user = session.user();
      if (!user) throw new Problem('signed-out');
      const onSignedOut = session.refresh;
      const window = watchThoughts(browser, { query, size, uid: user.uid, onEvent, onSignedOut });
      windows.add(window);
      return {
        grow: window.grow,
        close: () => {
          window.close();
          windows.delete(window);
        },
      };
    },
  };
}
