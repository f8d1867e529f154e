import { DatabaseSync } from 'node:sqlite';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { PAGE_SIZE } from '#shared/limits.ts';
import { COLLECTION, timestampFromMillis } from '#shared/thought.ts';
import { PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { collectWhenAsked, HOST } from '#bench/start-process.ts';

const COLUMNS = '"textID", "uID", "uName", "text", "createdAt", "uProfile", "version"';
const ORDER = '"createdAt" desc, "textID" desc';
/** An author whose values are as long as a local account's. */
const AUTHOR = {
  uID: 'person-who-writes-everything-here',
  uName: 'Person 1',
  uProfile: '/local-accounts/pictures/9/P1',
};

/** Opens a database file, with SQLite's `synchronous` at `normal` or `full`. */
function openFloorStore(file: string, synchronous: string) {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};
    create table if not exists floor (${COLUMNS}, primary key ("textID"));
    create table if not exists "${COLLECTION}" (${COLUMNS}, primary key ("textID"))`);
  const insert = database.prepare('insert into floor values (?, ?, ?, ?, ?, ?, 1)');
  const newest = database.prepare(
    `select ${COLUMNS} from "${COLLECTION}" order by ${ORDER} limit ${PAGE_SIZE + 1}`,
  );
  const older = database.prepare(
    `select ${COLUMNS} from "${COLLECTION}" where ("createdAt", "textID") < (?, ?)
      order by ${ORDER} limit ${PAGE_SIZE + 1}`,
  );

  return {
    add: (textID: string, text: string) => {
      const { uID, uName, uProfile } = AUTHOR;
      const millis = Date.now();
      insert.run(textID, uID, uName, text, millis, uProfile);
      const createdAt = timestampFromMillis(millis);
      return { textID, ...AUTHOR, text, createdAt, version: 1 };
    },
    page: (before: string | null) => {
      const [millis = '', textID = ''] = before?.split('.') ?? [];
      const rows = before === null ? newest.all() : older.all(Number(millis), textID);
      const thoughts = rows.slice(0, PAGE_SIZE).map(({ createdAt, ...row }) => ({
        ...row,
        createdAt: timestampFromMillis(Number(createdAt)),
      }));
      return { thoughts, more: rows.length > PAGE_SIZE };
    },
    close: () => database.close(),
  };
}

// The floor is the least that a server could do, without sessions, checks or headers of its own: it stores
// a post with one prepared statement, and writes one buffer to each reader.
const [folder = '', synchronous = '', port = '0'] = process.argv.slice(2);
const store = openFloorStore(join(folder, 'thoughts.sqlite'), synchronous);
const readers = new Set<ServerResponse>();
const ONE_THOUGHT = `${PATHS.thoughts}/`;
const RESUMED = JSON.stringify({ resumed: true });
let position = 0;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // The floor keeps no change log, so it tells every returning reader that nothing was missed.
  response.write(`event: ${STREAM_EVENTS.ready}\nid: floor.${position}\ndata: ${RESUMED}\n\n`);
  readers.add(response);
  response.once('close', () => readers.delete(response));
}

async function addThought(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const textID = request.url?.slice(ONE_THOUGHT.length) ?? '';
  const thought = store.add(textID, JSON.parse(await bodyOf(request)).text);
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
