import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { PAGE_SIZE } from '#shared/limits.ts';
import { COLLECTION, timestampFromMillis } from '#shared/thought.ts';
import { HEARTBEAT_INTERVAL_MS, PATHS, STREAM_EVENTS } from '#shared/wire.ts';
import { collectWhenAsked, HOST } from '#bench/target.ts';

const COLUMNS = '"textID", "uID", "uName", "text", "createdAt", "uProfile", "version"';
const ORDER = '"createdAt" desc, "textID" desc';
/** An author whose values are as long as a local account's. */
const AUTHOR = {
  uID: 'person-who-writes-everything-here',
  uName: 'Person 1',
  uProfile: '/local-accounts/pictures/9/P1',
};

// The floor is the least that a server could do, without sessions, checks or headers of its own: it stores
// a post with one prepared statement, and writes one buffer to each reader.
const [port, folder = '', synchronous = ''] = process.argv.slice(2);
const database = new DatabaseSync(join(folder, 'thoughts.sqlite'));
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
const readers = new Set<ServerResponse>();
const ONE_THOUGHT = `${PATHS.thoughts}/`;
let position = 0;

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // The floor keeps no change log, so it tells every returning reader that nothing was missed.
  response.write(eventOf(STREAM_EVENTS.ready, { resumed: true }));
  readers.add(response);
  response.once('close', () => readers.delete(response));
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\nid: floor.${position}\ndata: ${JSON.stringify(data)}\n\n`;
}

function sendAll(event: Buffer): void {
  for (const reader of readers) reader.write(event);
}

async function addThought(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const textID = request.url?.slice(ONE_THOUGHT.length) ?? '';
  const { text } = JSON.parse(await bodyOf(request));
  const millis = Date.now();
  insert.run(textID, AUTHOR.uID, AUTHOR.uName, text, millis, AUTHOR.uProfile);
  position += 1;
  const createdAt = timestampFromMillis(millis);
  const thought = { textID, ...AUTHOR, text, createdAt, version: 1 };
  sendAll(Buffer.from(eventOf(STREAM_EVENTS.change, { type: 'changed', thought })));
  response.writeHead(204).end();
}

function readPage(request: IncomingMessage, response: ServerResponse): void {
  const before = new URLSearchParams(request.url?.split('?')[1]).get('before');
  const [millis = '', textID = ''] = before?.split('.') ?? [];
  const rows = before === null ? newest.all() : older.all(Number(millis), textID);
  const thoughts = rows.slice(0, PAGE_SIZE).map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: timestampFromMillis(Number(createdAt)),
  }));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ thoughts, more: rows.length > PAGE_SIZE }));
}

/** A page with one script of the weight in its path, which then shows a card: two round trips. */
function sendBarePage(path: string, response: ServerResponse): void {
  const [, , bytes = '', script] = path.split('/');
  const page = `<!doctype html><title>Bare page</title><script src="/bare/${bytes}/js" defer></script>`;
  // Random, so that no layer in between can compress it.
  const weight = randomBytes(Number(bytes)).toString('base64').slice(page.length, Number(bytes));
  const show =
    "document.body.append(Object.assign(document.createElement('article'), {textContent:'Hello'}))";
  response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
  response.end(script === undefined ? page : `//${weight}\n${show}`);
}

const server = createServer((request, response) => {
  if (request.method === 'PUT') void addThought(request, response);
  else if (request.url?.startsWith(PATHS.live)) openStream(response);
  else if (request.url?.startsWith('/bare/')) sendBarePage(request.url, response);
  else readPage(request, response);
});
const heartbeat = Buffer.from(eventOf(STREAM_EVENTS.heartbeat, {}));
setInterval(() => sendAll(heartbeat), HEARTBEAT_INTERVAL_MS).unref();
server.listen(Number(port), HOST, () => process.send?.('ready'));
collectWhenAsked();
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close(() => database.close());
});
