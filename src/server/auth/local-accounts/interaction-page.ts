import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as v from 'valibot';
import { NAME } from '#shared/name.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { accountFrom, AccountForm, type Account, LOCAL_ACCOUNTS } from './account.ts';

const InteractionParams = v.object({ uid: v.string() });
const SentForm = v.object({
  name: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
});

/** The client's styles and the form's, with the font at the path where the build serves it. */
export const INTERACTION_PAGE_STYLE = ['../../../shared/look.css', 'interaction-page.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')
  .replace('@fontsource-variable/figtree/files', '/assets');

export function registerInteractionPage(
  app: App,
  openProvider: () => Promise<Provider>,
  remember: (account: Account) => void,
): void {
  const path = `${LOCAL_ACCOUNTS.choice}/:uid`;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get(LOCAL_ACCOUNTS.stylesheet, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(INTERACTION_PAGE_STYLE),
  );

  app.get(path, { schema: { params: InteractionParams } }, async (request, reply) => {
    const interaction = await findInteraction(await openProvider(), request, reply);
    if (interaction === null) return reply.redirect('/login', 303);
    return showPage(reply, { name: '', email: '' });
  });

  app.post(
    path,
    { schema: { params: InteractionParams, body: SentForm } },
    async (request, reply) => {
      const provider = await openProvider();
      const interaction = await findInteraction(provider, request, reply);
      if (interaction === null) return reply.redirect('/login', 303);
      const { success, output } = v.safeParse(AccountForm, request.body);
      if (!success) return showPage(reply.code(400), request.body, REFUSAL);
      const account = accountFrom(output);
      remember(account);
      const next = await provider.interactionResult(request.raw, reply.raw, {
        login: { accountId: account.sub, remember: false },
      });
      return reply.redirect(next, 303);
    },
  );
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The sign-in in progress in this browser, if the page belongs to it. */
async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: v.InferOutput<typeof InteractionParams> }>,
  reply: FastifyReply,
): Promise<Interaction | null> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  return interaction?.uid === request.params.uid ? interaction : null;
}

function showPage(reply: FastifyReply, form: AccountForm, refusal = ''): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      // With `no-referrer`, a browser would send the form with the origin "null".
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(interactionPage(reply.request.url, form, refusal))
  );
}

/** The page that asks which local account to use: plain HTML, so that it needs no script. */
function interactionPage(action: string, form: AccountForm, refusal: string): string {
  const nameField = 'name="name" type="text" autocomplete="name" maxlength="100" pattern=".*\\S.*"';
  const emailField = 'name="email" type="email" autocomplete="email" maxlength="254"';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Local accounts · ${NAME}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="/assets/figtree-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${LOCAL_ACCOUNTS.stylesheet}">
</head>
<body>
<div class="shell-login">
<div class="shell-behind" aria-hidden="true">${'<span></span>'.repeat(5)}</div>
<main class="shell-login-card">
${MARK}
<p class="shell-login-title">${NAME}</p>
<h1 class="shell-login-heading">Choose an account</h1>
<p class="shell-login-line">Local accounts exist on this computer only. No password is asked, and nothing is sent to Google.</p>
<form method="post" action="${escape(action)}">
${refusal}
<label for="name">Name</label>
<input id="name" ${nameField} required autofocus value="${escape(form.name)}">
<label for="email">Email</label>
<input id="email" ${emailField} required value="${escape(form.email)}">
<p class="hint">The same e-mail is the same person next time.</p>
<button type="submit">Continue</button>
</form>
<a href="/login">Back to the login screen</a>
</main>
</div>
</body>
</html>
`;
}

// Shown for input that passes the browser's own checks, such as invisible characters.
const REFUSAL =
  '<p role="alert">Please write a name and an e-mail address, in plain characters.</p>';

const MARK =
  '<svg class="mark shell-login-cloud" viewBox="0 0 24 24" aria-hidden="true">' +
  '<path d="M17.5 16H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z"/>' +
  '<circle pathLength="3" cx="7.4" cy="19.4" r="1.55"/><circle pathLength="3" cx="4.1" cy="22.2" r="0.85"/></svg>';

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}
