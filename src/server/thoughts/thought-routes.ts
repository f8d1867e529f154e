import * as v from 'valibot';
import { PAGE_SIZE } from '#shared/limits.ts';
import { requireText, TextID } from '#shared/thought.ts';
import { AddBody, EditBody, PageQuery, parseCursor, PATHS, WriteBody } from '#shared/wire.ts';
import { sessionOf } from '#server/auth/browser-sessions.ts';
import type { Database } from '#server/database/database.ts';
import { hookOf, type Check } from '#server/http/guards.ts';
import { sendEncoded } from '#server/http/content-encoding.ts';
import { JSON_TYPE } from '#server/http/create-app.ts';
import type { App } from '#server/http/valibot-routes.ts';
import { createNewestPage } from './newest-page.ts';
import type { ThoughtStore } from './thought-store.ts';

const ThoughtParams = v.object({ textID: TextID });
const WRITTEN = { 200: WriteBody };
const ONE_THOUGHT = `${PATHS.thoughts}/:textID`;

export interface ThoughtRouteOptions {
  thoughts: ThoughtStore;
  events: Database['events'];
  limitAdds: Check;
  limitChanges: Check;
}

export function registerThoughtRoutes(app: App, options: ThoughtRouteOptions): void {
  registerList(app, options);
  registerWrites(app, options);
}

function registerList(app: App, { thoughts, events }: ThoughtRouteOptions): void {
  const newestPage = createNewestPage(thoughts, events);

  app.get(PATHS.thoughts, { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { author, before, limit } = request.query;
    void reply.type(JSON_TYPE);
    if (author === undefined && before === undefined && limit === PAGE_SIZE) {
      return sendEncoded(reply, await newestPage());
    }
    const page = await thoughts.list({
      uID: author === 'me' ? sessionOf(request).user.uid : undefined,
      before: before === undefined ? undefined : parseCursor(before),
      limit,
    });
    // Serialized here: a page has nothing that a response schema would remove.
    return JSON.stringify(page);
  });
}

function registerWrites(app: App, options: ThoughtRouteOptions): void {
  const { thoughts, limitAdds, limitChanges } = options;

  app.put(
    ONE_THOUGHT,
    {
      onRequest: hookOf(limitAdds),
      schema: { params: ThoughtParams, body: AddBody, response: WRITTEN },
    },
    (request) => {
      requireText(request.body.text);
      return thoughts.add({ ...request.params, ...request.body }, sessionOf(request).user);
    },
  );

  app.patch(
    ONE_THOUGHT,
    {
      onRequest: hookOf(limitChanges),
      schema: { params: ThoughtParams, body: EditBody, response: WRITTEN },
    },
    (request) => {
      for (const text of [request.body.text, request.body.baseText]) requireText(text);
      const { uid } = sessionOf(request).user;
      return thoughts.edit({ ...request.params, ...request.body, uID: uid });
    },
  );

  app.delete(
    ONE_THOUGHT,
    {
      onRequest: hookOf(limitChanges),
      schema: { params: ThoughtParams, response: WRITTEN },
    },
    (request) => thoughts.remove({ ...request.params, uID: sessionOf(request).user.uid }),
  );
}
