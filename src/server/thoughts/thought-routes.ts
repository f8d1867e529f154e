import * as v from 'valibot';
import { PAGE_SIZE } from '#shared/limits.ts';
import { requireText, TextID } from '#shared/thought.ts';
import {
  AddBody,
  Changes,
  ChangesQuery,
  EditBody,
  Page,
  PageQuery,
  parseCursor,
  PATHS,
} from '#shared/wire.ts';
import type { RequestLimiter } from '#server/auth/request-limits.ts';
import { sessionOf } from '#server/auth/session-hooks.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { ChangeLog } from './change-log.ts';
import { createNewestPage } from './newest-page.ts';
import { answerNewestPage } from './newest-page-route.ts';
import type { ThoughtStore } from './thought-store.ts';

const ThoughtParams = v.object({ textID: TextID });
/** A page, or one that is encoded already. */
const PageAnswer = v.union([Page, v.custom<Uint8Array>((value) => value instanceof Uint8Array)]);
const ONE_THOUGHT = `${PATHS.thoughts}/:textID`;
const written = { 204: v.undefined(), ...problemResponses };

export interface ThoughtRouteOptions {
  thoughts: ThoughtStore;
  log: ChangeLog;
  limitAdds: RequestLimiter;
  limitChanges: RequestLimiter;
}

/** The thoughts' routes; for signed-in requests only. */
export function registerThoughtRoutes(app: App, options: ThoughtRouteOptions): void {
  registerReads(app, options);
  registerWrites(app, options);
}

function registerReads(app: App, { thoughts, log }: ThoughtRouteOptions): void {
  const newestPage = createNewestPage(thoughts, log);

  app.get(
    PATHS.thoughts,
    { schema: { querystring: PageQuery, response: { 200: PageAnswer, ...problemResponses } } },
    async (request, reply) => {
      const { author, before, limit } = request.query;
      if (author === undefined && before === undefined && limit === PAGE_SIZE) {
        return answerNewestPage(newestPage(), request, reply);
      }
      return thoughts.list({
        uID: author === 'me' ? sessionOf(request).user.uid : undefined,
        before: before === undefined ? undefined : parseCursor(before),
        limit,
      });
    },
  );

  app.get(
    PATHS.changes,
    { schema: { querystring: ChangesQuery, response: { 200: Changes, ...problemResponses } } },
    ({ query: { after } }) => {
      const tail = after === undefined ? null : log.since(after);
      if (tail === null) return { resumed: false, changes: [], position: log.position() };
      return {
        resumed: true,
        changes: tail.changes.map(({ change }) => change),
        position: tail.position,
      };
    },
  );
}

function registerWrites(app: App, options: ThoughtRouteOptions): void {
  const { thoughts, limitAdds, limitChanges } = options;

  app.put(
    ONE_THOUGHT,
    { onRequest: limitAdds, schema: { params: ThoughtParams, body: AddBody, response: written } },
    async (request, reply) => {
      const { uid, displayName, photoURL } = sessionOf(request).user;
      const { text } = request.body;
      requireText(text);
      await thoughts.add({
        ...request.params,
        text,
        uID: uid,
        uName: displayName ?? '',
        uProfile: photoURL ?? '',
      });
      return reply.code(204).send();
    },
  );

  app.patch(
    ONE_THOUGHT,
    {
      onRequest: limitChanges,
      schema: { params: ThoughtParams, body: EditBody, response: written },
    },
    async (request, reply) => {
      requireText(request.body.text);
      const { uid } = sessionOf(request).user;
      await thoughts.edit({ ...request.params, ...request.body, uID: uid });
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
