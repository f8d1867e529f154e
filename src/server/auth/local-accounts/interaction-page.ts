import type { FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as v from 'valibot';
import { plainPage } from '#server/http/plain-page.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { Account, LOCAL_ACCOUNTS } from './account.ts';

/** Fields without `required`: a screen reader would call them invalid before anybody has typed. The server looks. */
const NAME =
  'aria-required="true" name="name" type="text" autocomplete="name" maxlength="100" pattern=".*\\S.*"';
const EMAIL = 'aria-required="true" name="email" type="email" autocomplete="email" maxlength="254"';
/** For what passes the browser's own checks, such as a name of invisible characters. */
const REFUSAL =
  '<p role="alert">Please write a name and an e-mail address, in plain characters.</p>';

const TypedAccount = v.object({
  name: v.fallback(v.string(), ''),
  email: v.fallback(v.string(), ''),
});
type TypedAccount = v.InferOutput<typeof TypedAccount>;

/** The page that asks which local account to use; after a refusal it says why, and has what was typed. */
const pageWith = (refusal: string, { name, email }: TypedAccount): string =>
  plainPage({
    title: 'Local accounts',
    heading: 'Choose an account',
    content: `<p class="shell-login-line">Local accounts exist on this computer only. No password is asked, and nothing is sent to Google.</p>
<form method="post">
${refusal}
<label for="name">Name</label>
<input id="name" ${NAME} value="${escapeAttribute(name)}" autofocus>
<label for="email">Email</label>
<input id="email" ${EMAIL} value="${escapeAttribute(email)}">
<p class="hint">The same e-mail is the same person next time.</p>
<button type="submit" data-variant="filled">Continue</button>
</form>
<a href="/login">Back to the login screen</a>`,
  });

const PAGE = pageWith('', { name: '', email: '' });

export function registerInteractionPage(
  app: App,
  openProvider: () => Promise<Provider>,
  remember: (account: Account) => void,
): void {
  // The provider's cookie for a sign-in has this path, so that several may be in progress.
  const path = `${LOCAL_ACCOUNTS.choice}/:uid`;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get(path, (_request, reply) => sendPage(reply, PAGE));

  app.post(path, async (request, reply) => {
    const form = v.safeParse(Account, request.body);
    if (!form.success) {
      const typed = v.parse(v.fallback(TypedAccount, { name: '', email: '' }), request.body);
      return sendPage(reply.code(400), pageWith(REFUSAL, typed));
    }
    remember(form.output);
    const provider = await openProvider();
    const login = { accountId: form.output.sub, remember: false };
    const next = await provider
      .interactionResult(request.raw, reply.raw, { login })
      // This browser has no sign-in in progress here.
      .catch(() => '/login');
    return reply.redirect(next, 303);
  });
}

/** Says to the person why the local accounts are not for them. */
export function sendRefusal(reply: FastifyReply, reason: string): FastifyReply {
  const content = `<p class="shell-login-line" role="alert">${reason}</p>\n<a href="/login">Back to the login screen</a>`;
  const page = plainPage({ title: 'Local accounts', heading: 'Not from here', content });
  return sendPage(reply.code(403), page);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  // With `no-referrer`, a browser would send the form with the origin "null".
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
  return reply.type('text/html; charset=utf-8').send(page);
}
