import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as v from 'valibot';
import { hookOf, refuseCrossSiteWrites } from '#server/http/guards.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { accountFrom, AccountForm, type Account, LOCAL_ACCOUNTS } from './account.ts';
import {
  INTERACTION_PAGE_STYLE,
  interactionPage,
  type InteractionPage,
} from './interaction-page.ts';

const InteractionParams = v.object({ uid: v.string() });
const SentForm = v.object({
  name: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
});

export interface InteractionRouteOptions {
  publicURL: string;
  provider: () => Promise<Provider>;
  remember: (account: Account) => void;
}

export function registerInteractionRoutes(app: App, options: InteractionRouteOptions): void {
  const { publicURL, remember } = options;
  const path = `${LOCAL_ACCOUNTS.choice}/:uid`;
  app.addHook('onRequest', hookOf(refuseCrossSiteWrites(publicURL)));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get(LOCAL_ACCOUNTS.stylesheet, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(INTERACTION_PAGE_STYLE),
  );

  app.get(path, { schema: { params: InteractionParams } }, async (request, reply) => {
    const interaction = await findInteraction(await options.provider(), request, reply);
    if (interaction === null) return reply.redirect('/login', 303);
    return showPage(reply, { action: request.url, form: { name: '', email: '' } });
  });

  app.post(
    path,
    { schema: { params: InteractionParams, body: SentForm } },
    async (request, reply) => {
      const provider = await options.provider();
      const interaction = await findInteraction(provider, request, reply);
      if (interaction === null) return reply.redirect('/login', 303);
      const { success, output, issues } = v.safeParse(AccountForm, request.body);
      if (!success) {
        const [fault] = issues;
        return showPage(reply.code(400), { action: request.url, form: request.body, fault });
      }
      const account = accountFrom(output);
      remember(account);
      await forgetEarlierChoice(provider, interaction);
      const next = await provider.interactionResult(request.raw, reply.raw, {
        login: { accountId: account.sub, remember: false },
      });
      return reply.redirect(next, 303);
    },
  );
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The sign-in under way in this browser, if the page is for it. */
async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: v.InferOutput<typeof InteractionParams> }>,
  reply: FastifyReply,
): Promise<Interaction | null> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  return interaction?.uid === request.params.uid ? interaction : null;
}

/** Ends the provider's own session of whoever chose last: it would stop to ask about a change of person. */
async function forgetEarlierChoice(provider: Provider, interaction: Interaction): Promise<void> {
  if (interaction.session === undefined) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  await session?.destroy();
  delete interaction.session;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

function showPage(reply: FastifyReply, page: InteractionPage): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      // With none at all, a browser would send the form with the origin "null".
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(interactionPage(page))
  );
}
