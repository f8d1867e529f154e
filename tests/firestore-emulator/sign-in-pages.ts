const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96"/></svg>';

/**
 * The two pages of a sign-in with Google, in place of Google's own and of Firebase's helper, and the picture
 * of every account, each with its type. The chooser asks for a name and an e-mail. It sends its outcome to
 * the helper frame that the SDK keeps in the board's page, directly from a popup, or through storage after
 * a redirect.
 */
export const PAGES: Readonly<Record<string, readonly [type: string, content: string]>> = {
  '/picture.svg': ['image/svg+xml', PICTURE],
  '/emulator/auth/handler': page(
    `<form>
      <label>Name <input name="name" required></label>
      <label>Email <input name="email" type="email" required></label>
      <button>Continue</button>
    </form>`,
    chooseAccount,
  ),
  '/emulator/auth/iframe': page(
    '',
    relayOutcome,
    '<script src="https://apis.google.com/js/api.js"></script>',
  ),
};

/** The part that the pages use of Google's script for frames that talk across origins. */
interface FrameScript {
  load: (name: string, options: { callback: () => void }) => void;
  iframes: { getContext: () => { getParentIframe: () => ParentFrame } };
}

interface ParentFrame {
  register: (name: string, handler: () => object) => void;
  send: (name: string, data: object, reply: () => void) => void;
}

declare global {
  interface Window {
    gapi?: FrameScript;
    gapi_onload?: () => void;
  }
}

/** A page whose script is the source of a function, which can't use anything outside itself. */
function page(
  body: string,
  script: () => void,
  rest = '',
): readonly [type: string, content: string] {
  const own = `<script>(${script.toString()})()</script>`;
  return ['text/html', `<!doctype html><title>Sign in</title>${body}${own}${rest}`];
}

function chooseAccount(): void {
  const query = new URLSearchParams(location.search);
  const form = document.querySelector('form');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const textIn = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    const email = textIn('email');
    const account = {
      sub: email,
      name: textIn('name'),
      email,
      picture: `${location.origin}/picture.svg?of=${encodeURIComponent(email)}`,
    };
    const outcome = new URL(location.href);
    outcome.search = new URLSearchParams({ id_token: JSON.stringify(account) }).toString();
    const authEvent = {
      type: query.get('authType'),
      eventId: query.get('eventId'),
      urlResponse: outcome.href,
      sessionId: 'none',
      postBody: null,
      tenantId: null,
      error: null,
    };
    if (query.get('authType') === 'signInViaPopup') {
      const frames: Window = window.opener;
      for (let index = 0; index < frames.length; index += 1)
        frames[index]?.postMessage({ authEvent }, '*');
      return;
    }
    sessionStorage.setItem('outcome', JSON.stringify(authEvent));
    location.assign(query.get('redirectUrl') ?? '/');
  });
}

function relayOutcome(): void {
  window.gapi_onload = () => {
    window.gapi?.load('gapi.iframes', {
      callback: () => {
        const board = window.gapi?.iframes.getContext().getParentIframe();
        const sendEvent = (authEvent: unknown): void =>
          board?.send('authEvent', { type: 'authEvent', authEvent }, () => {});
        board?.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));
        addEventListener('message', ({ data }) => {
          if (data.authEvent) sendEvent(data.authEvent);
        });
        const stored = sessionStorage.getItem('outcome');
        sessionStorage.removeItem('outcome');
        const nothing = { type: 'unknown', error: { code: 'auth/no-auth-event' } };
        sendEvent(stored === null ? nothing : JSON.parse(stored));
      },
    });
  };
}
