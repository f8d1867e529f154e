import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as v from 'valibot';
import { escapeHTML, plainPage } from '#server/http/plain-page.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { accountFrom, AccountForm, type Account, LOCAL_ACCOUNTS } from './account.ts';

const InteractionParams = v.object({ uid: v.string() });

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

  app.get(path, { schema: { params: InteractionParams } }, async (request, reply) => {
    const interaction = await findInteraction(await openProvider(), request, reply);
    if (interaction === null) return reply.redirect('/login', 303);
    return showPage(reply);
  });

  app.post(
    path,
    { schema: { params: InteractionParams, body: AccountForm } },
    async (request, reply) => {
      const provider = await openProvider();
      const interaction = await findInteraction(provider, request, reply);
      if (interaction === null) return reply.redirect('/login', 303);
      const account = accountFrom(request.body);
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

function showPage(reply: FastifyReply): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      // With `no-referrer`, a browser would send the form with the origin "null".
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(interactionPage(reply.request.url))
  );
}

/** The page that asks which local account to use. */
function interactionPage(action: string): string {
  const nameField = 'name="name" type="text" autocomplete="name" maxlength="100" pattern=".*\\S.*"';
  const emailField = 'name="email" type="email" autocomplete="email" maxlength="254"';
  return plainPage({
    title: 'Local accounts',
    heading: 'Choose an account',
    content: `<p class="shell-login-line">Local accounts exist on this computer only. No password is asked, and nothing is sent to Google.</p>
<form method="post" action="${escapeHTML(action)}">
<label for="name">Name</label>
<input id="name" ${nameField} required autofocus>
<label for="email">Email</label>
<input id="email" ${emailField} required>
<p class="hint">The same e-mail is the same person next time.</p>
<button type="submit">Continue</button>
</form>
<a href="/login">Back to the login screen</a>`,
  });
}
