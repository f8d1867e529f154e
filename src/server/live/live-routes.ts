import { Problem } from '#shared/problem.ts';
import { ChangesQuery, PATHS, StreamQuery } from '#shared/wire.ts';
import { sessionOf } from '#server/auth/browser-sessions.ts';
import type { SessionStore } from '#server/auth/session-store.ts';
import { JSON_TYPE } from '#server/http/create-app.ts';
import type { App } from '#server/http/valibot-routes.ts';
import type { ChangeFeed } from './change-feed.ts';
import { ResponseConnection } from './stream-connection.ts';
import type { StreamHub } from './stream-hub.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // The stream ends with its connection, so that no chunk has to be framed for each reader.
  connection: 'close',
  'x-accel-buffering': 'no',
};
const NO_HEADERS = {};
const NO_RAW_HEADERS: string[] = [];

export interface LiveRouteOptions {
  feed: ChangeFeed;
  hub: StreamHub;
  sessions: SessionStore;
}

export function registerLiveRoutes(app: App, { feed, hub, sessions }: LiveRouteOptions): void {
  app.get(
    PATHS.changes,
    { schema: { querystring: ChangesQuery } },
    async ({ query: { after } }, reply) => {
      void reply.type(JSON_TYPE);
      return feed.poll(after);
    },
  );
  app.get(
    PATHS.live,
    { exposeHeadRoute: false, schema: { querystring: StreamQuery } },
    async (request, reply) => {
      const { id: sessionID, user } = sessionOf(request);
      const { after, tab } = request.query;
      if (after !== undefined) await feed.reach(after);
      if ((await sessions.find(sessionID)) === null) throw new Problem('signed-out');
      // Nothing is awaited from here on, so what is true now still holds when the stream opens.
      hub.requireRoom(user.uid, tab);
      const { raw } = reply.hijack();
      // The client has left already, so `close` would never be emitted.
      if (raw.destroyed) return;
      raw.removeHeader('transfer-encoding');
      // Headers are written all at once: set one by one, they would stay in memory as long as the stream.
      const headers = Object.entries({ ...reply.getHeaders(), ...STREAM_HEADERS });
      raw.writeHead(200, Object.fromEntries(headers));
      const stream = { uid: user.uid, sessionID, tab, connection: new ResponseConnection(raw) };
      raw.on('close', hub.open(stream, after));
      // The request's headers are not read again, and would stay in memory as long as the stream.
      request.raw.headers = NO_HEADERS;
      request.raw.rawHeaders = NO_RAW_HEADERS;
    },
  );
}
