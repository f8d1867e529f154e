import { statSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Outcome } from '#server/database/create-database.ts';
import type { Statement } from '#server/database/database.ts';
import { messageOf } from '#server/errors/error-message.ts';
import { createStatementRunner, openForWriting } from './connection.ts';

/** The outcomes of a batch, or why it failed. */
export type Report = Outcome[] | string;

/** Writes to commit; null means: close. */
type Order = Statement[][] | null;

// Writes in a thread, so that the server's event loop never waits for the disk.
if (parentPort === null) throw new Error('The database worker is started by the server.');
const port = parentPort;
const file = String(workerData);
const database = openForWriting(file);
const { ino } = statSync(file);
const run = createStatementRunner(database);

port.on('message', (first: Order) => {
  const orders = [first, ...waitingOrders()];
  const batches = orders.filter((order) => order !== null);
  if (batches.length > 0) port.postMessage(commit(batches));
  if (batches.length === orders.length) return;
  database.close();
  port.close();
});

/** What arrived during the last commit, which the next one takes as a whole: the disk is never idle. */
function waitingOrders(): Order[] {
  const orders: Order[] = [];
  for (;;) {
    const waiting: { message: Order } | undefined = receiveMessageOnPort(port);
    if (waiting === undefined) return orders;
    orders.push(waiting.message);
  }
}

function commit(batches: readonly Statement[][][]): Report[] {
  try {
    database.exec('begin immediate');
    const outcomes = batches.map((writes) => writes.map(write));
    requireFile();
    database.exec('commit');
    return outcomes;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    return batches.map(() => messageOf(error));
  }
}

/** SQLite would go on writing to a file that somebody has deleted, where no start finds it again. */
function requireFile(): void {
  if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) {
    throw new Error(`${file} was deleted or replaced`);
  }
}

function write(statements: readonly Statement[]): Outcome {
  try {
    if (statements.length > 1) run({ sql: 'savepoint write' });
    const rows = statements.map(run);
    if (statements.length > 1) run({ sql: 'release write' });
    return rows;
  } catch (error) {
    // Some errors, such as a full disk, make SQLite roll back everything: then all writes have failed.
    if (!database.isTransaction) throw error;
    // A lone statement rolls itself back.
    if (statements.length > 1) database.exec('rollback to write; release write');
    return messageOf(error);
  }
}
