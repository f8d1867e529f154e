import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { createStatementRunner, openForWriting } from './connection.ts';

/** What became of writes that are on disk now; why their commit failed; or that others have written. */
export type Report = Outcome[] | { failure: string } | 'changed-elsewhere';

const POLL_INTERVAL_MS = 500;

// The writing connection: the event loop of the server never waits for the disk.
if (parentPort === null) throw new Error('The database worker is started by the server.');
const port = parentPort;
const send = (report: Report): void => port.postMessage(report);
const database = openForWriting(String(workerData));
const run = createStatementRunner(database);

const dataVersion = database.prepare('pragma data_version');
// It counts the commits of all other connections, of which the server's own only read.
const commitsElsewhere = (): unknown => dataVersion.get()?.['data_version'];
let known = commitsElsewhere();
// The server may have read what was there before a commit that this number counts already.
send('changed-elsewhere');
const poll = setInterval(() => {
  try {
    const now = commitsElsewhere();
    if (now !== known) send('changed-elsewhere');
    known = now;
  } catch {
    // The disk, or another process that has the file, is at fault: the next poll sees it.
  }
}, POLL_INTERVAL_MS);

// Null closes it.
port.on('message', (writes: Statement[][] | null) => {
  if (writes !== null) return send(commit(writes));
  clearInterval(poll);
  database.close();
  port.close();
});

/** Makes one commit of writes; each is atomic, and a failing one fails alone. */
function commit(writes: readonly Statement[][]): Report {
  try {
    database.exec('begin immediate');
    const outcomes = writes.map(write);
    database.exec('commit');
    return outcomes;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    return { failure: messageOf(error) };
  }
}

function write(statements: readonly Statement[]): Outcome {
  try {
    if (statements.length > 1) run({ sql: 'savepoint write' });
    const rows = statements.map(run);
    if (statements.length > 1) run({ sql: 'release write' });
    return rows;
  } catch (error) {
    // A full disk, among others, makes SQLite roll back everything: then all of them failed.
    if (!database.isTransaction) throw error;
    // A lone statement takes itself back.
    if (statements.length > 1) database.exec('rollback to write; release write');
    return messageOf(error);
  }
}
