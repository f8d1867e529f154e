import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { collectWhenAsked } from '#bench/garbage.ts';
import { HOST } from '#bench/target.ts';
import { openFloorStore } from './floor-store.ts';

// The least that a server could do: no session, no check, no header of its own. It stores a post
// with one prepared statement, and writes one buffer to each reader.
const [folder = '', synchronous = '', port = '0'] = process.argv.slice(2);
const store = openFloorStore(join(folder, 'thoughts.sqlite'), synchronous);
const readers = new Set<ServerResponse>();
const ONE_THOUGHT = `${PATHS.thoughts}/`;
const RESUMED = JSON.stringify({ resumed: true });
let position = 0;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // It keeps no log of changes: whoever comes back is told to have missed nothing.
  response.write(`event: ${STREAM_EVENTS.ready}\nid: floor.${position}\ndata: ${RESUMED}\n\n`);
  readers.add(response);
  response.once('close', () => readers.delete(response));
}

async function addThought(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const textID = request.url?.slice(ONE_THOUGHT.length) ?? '';
  const thought = store.add(textID, JSON.parse(await text(request)).text);
  position += 1;
  const data = JSON.stringify({ type: 'changed', thought });
  const event = Buffer.from(
    `event: ${STREAM_EVENTS.change}\nid: floor.${position}\ndata: ${data}\n\n`,
  );
  for (const reader of readers) reader.write(event);
  response.writeHead(204).end();
}

function readPage(request: IncomingMessage, response: ServerResponse): void {
  const before = new URLSearchParams(request.url?.split('?')[1]).get('before');
  const page = Buffer.from(JSON.stringify(store.page(before)));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': page.length,
  });
  response.end(page);
}

const server = createServer((request, response) => {
  if (request.method === 'PUT') void addThought(request, response);
  else if (request.url?.startsWith(PATHS.live)) openStream(response);
  else readPage(request, response);
});
server.listen(Number(port), HOST, () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
collectWhenAsked();
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close(() => store.close());
});
