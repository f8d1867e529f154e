import { Problem } from '#shared/problem.ts';
import { PATHS, StreamQuery } from '#shared/wire.ts';
import { sessionOf } from '#server/auth/session-hooks.ts';
import type { App } from '#server/http/valibot-routes.ts';
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

export function registerLiveRoutes(
  app: App,
  hub: StreamHub,
  isOver: (sessionID: string) => Promise<boolean>,
): void {
  app.get(
    PATHS.live,
    { exposeHeadRoute: false, schema: { querystring: StreamQuery } },
    async (request, reply) => {
      const { id: sessionID, user } = sessionOf(request);
      const { after, tab } = request.query;
      if (after !== undefined) await hub.reach(after);
      if (await isOver(sessionID)) throw new Problem('signed-out');
      // Nothing is awaited from here on, so what is true now still holds when the stream opens.
      hub.requireRoom(user.uid, tab);
      const { raw } = reply.hijack();
      // The client has left already, so `close` would never be emitted.
      if (raw.destroyed) return;
      raw.removeHeader('transfer-encoding');
      // All at once: headers that are set one by one stay in memory as long as the stream.
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
