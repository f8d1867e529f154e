import type { ServerResponse } from 'node:http';
import * as v from 'valibot';
import { PATHS, StreamQuery } from '#shared/wire.ts';
import { sessionOf } from '#server/auth/session-hooks.ts';
import { problemResponses, type App } from '#server/http/valibot-routes.ts';
import type { Connection } from './stream.ts';
import type { StreamHub } from './stream-hub.ts';

/** The live stream's route; for signed-in requests only. */
export function registerLiveRoutes(app: App, hub: StreamHub): void {
  app.get(
    PATHS.live,
    { exposeHeadRoute: false, schema: { querystring: StreamQuery, response: problemResponses } },
    (request, reply) => {
      const { id: sessionID, user } = sessionOf(request);
      const after = lastEventID(request.headers['last-event-id']) ?? request.query.after;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        // Kept alive after its stream, a connection would hold up the server's stop.
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      const close = hub.open({ uid: user.uid, sessionID }, connectionOf(reply.raw), after);
      reply.raw.once('close', close);
    },
  );
}

/** A reconnecting reader names its last event in a header, newer than the one in its address. */
function lastEventID(header: string | string[] | undefined): string | undefined {
  const read = v.safeParse(StreamQuery, { after: header });
  return read.success ? read.output.after : undefined;
}

function connectionOf(response: ServerResponse): Connection {
  return {
    write: (text) => void response.write(text),
    backlog: () => response.writableLength,
    end: () => void response.end(),
    destroy: () => void response.destroy(),
  };
}
