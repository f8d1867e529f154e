import * as v from 'valibot';
import { Problem } from '#shared/problem.ts';
import { TextID, textFault } from '#shared/thought.ts';
import { Page, PageQuery, parseCursor, PATHS, TextBody } from '#shared/wire.ts';
import type { RequestLimiter } from '#server/auth/request-limits.ts';
import { sessionOf } from '#server/auth/session-hooks.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { ThoughtStore } from './thought-store.ts';

const ThoughtParams = v.object({ textID: TextID });
const ONE_THOUGHT = `${PATHS.thoughts}/:textID`;
const written = { 204: v.undefined(), ...problemResponses };

export interface ThoughtRouteOptions {
  thoughts: ThoughtStore;
  limitAdds: RequestLimiter;
  limitChanges: RequestLimiter;
}

/** The thoughts' routes; for signed-in requests only. */
export function registerThoughtRoutes(app: App, options: ThoughtRouteOptions): void {
  const { thoughts, limitAdds, limitChanges } = options;

  app.get(
    PATHS.thoughts,
    { schema: { querystring: PageQuery, response: { 200: Page, ...problemResponses } } },
    (request) => {
      const { author, before, limit } = request.query;
      return thoughts.list({
        uID: author === 'me' ? sessionOf(request).user.uid : undefined,
        before: before === undefined ? undefined : parseCursor(before),
        limit,
      });
    },
  );

  app.put(
    ONE_THOUGHT,
    {
      onRequest: limitAdds,
      schema: { params: ThoughtParams, body: TextBody, response: written },
    },
    async (request, reply) => {
      const { user } = sessionOf(request);
      await thoughts.add({
        textID: request.params.textID,
        text: checkedText(request.body.text),
        uID: user.uid,
        uName: user.displayName ?? '',
        uProfile: user.photoURL ?? '',
      });
      return reply.code(204).send();
    },
  );

  app.patch(
    ONE_THOUGHT,
    {
      onRequest: limitChanges,
      schema: { params: ThoughtParams, body: TextBody, response: written },
    },
    async (request, reply) => {
      const text = checkedText(request.body.text);
      await thoughts.edit({ ...request.params, text, uID: sessionOf(request).user.uid });
      return reply.code(204).send();
    },
  );

  app.delete(
    ONE_THOUGHT,
    { onRequest: limitChanges, schema: { params: ThoughtParams, response: written } },
    async (request, reply) => {
      await thoughts.remove({ ...request.params, uID: sessionOf(request).user.uid });
      return reply.code(204).send();
    },
  );
}

function checkedText(text: string): string {
  const fault = textFault(text);
  if (fault !== null) throw new Problem(fault);
  return text;
}
