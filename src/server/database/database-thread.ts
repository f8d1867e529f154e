import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createBatchRunner } from './batch-runner.ts';
import { openSqliteFile } from './sqlite-file.ts';
import type { Statement } from './statement.ts';

// The database's thread: the event loop of the server never waits for the disk. A message is a
// statement, or null to close after all that was said before it.
if (parentPort === null) throw new Error('The database thread is started by the server.');
const port = parentPort;
const database = openSqliteFile(String(workerData));
const runBatch = createBatchRunner(database);

port.on('message', (first: Statement | null) => {
  const batch: Statement[] = [];
  let next: Statement | null | undefined = first;
  while (next) {
    batch.push(next);
    next = receiveMessageOnPort(port)?.message;
  }
  if (batch.length > 0) port.postMessage(runBatch(batch));
  if (next === null) {
    database.close();
    port.close();
  }
});
