import { createHash } from 'node:crypto';

/** A picture in a colour of the account's own, with its first letter. */
export function pictureOf(email: string): string {
  const [byte = 0] = createHash('sha256').update(email).digest();
  const letter = /[\p{L}\p{N}]/u.exec(email)?.[0].toUpperCase() ?? '';
  const size = 'width="96" height="96"';
  const text = `<text x="48" y="65" font-family="sans-serif" font-size="48" text-anchor="middle" fill="white">${letter}</text>`;
  const ground = `<rect ${size} fill="hsl(${Math.round((byte / 256) * 360)} 55% 40%)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${text}</svg>`;
}

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.6 system-ui;padding:1rem}form{display:grid;gap:1rem;max-width:20rem}label{display:grid}input,button{font:inherit;padding:.4rem}';

/**
 * The two pages of a sign-in with Google, in place of Google's own and of Firebase's helper. The chooser asks for
 * a name and an e-mail. It sends its outcome to the board's page: a popup does so itself, and after a redirect
 * the helper frame that the SDK keeps there, which finds it in storage. They speak as the script does that stands
 * for Google's on the board's page.
 */
export const PAGES: Readonly<Record<string, string>> = {
  '/emulator/auth/handler': page(
    `<p>This stands for Google's page: on this computer anyone can be anyone.</p>
    <form>
      <label>Name <input name="name" required></label>
      <label>Email <input name="email" type="email" required></label>
      <button>Continue</button>
    </form>`,
    chooseAccount,
  ),
  '/emulator/auth/iframe': page('', bringOutcome),
};

/** A page whose script is the source of a function, which can't use anything outside itself. */
function page(body: string, script: () => void): string {
  const own = `<script>(${script.toString()})()</script>`;
  const head = `<title>Sign in</title><style>${STYLE}</style>`;
  return `<!doctype html>${head}${body}${own}`;
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
      const board: Window = window.opener;
      board.postMessage({ frameCall: 'authEvent', data: { type: 'authEvent', authEvent } }, '*');
      return;
    }
    sessionStorage.setItem('outcome', JSON.stringify(authEvent));
    location.assign(query.get('redirectUrl') ?? '/');
  });
}

function bringOutcome(): void {
  addEventListener('message', ({ data, source }) => {
    if (data.frameCall !== 'webStorageSupport') return;
    const answer = { status: 'ACK', webStorageSupport: true };
    source?.postMessage({ frameReply: data.id, answer }, { targetOrigin: '*' });
  });
  const stored = sessionStorage.getItem('outcome');
  sessionStorage.removeItem('outcome');
  const nothing = { type: 'unknown', error: { code: 'auth/no-auth-event' } };
  const authEvent = stored === null ? nothing : JSON.parse(stored);
  parent.postMessage({ frameCall: 'authEvent', data: { type: 'authEvent', authEvent } }, '*');
}
