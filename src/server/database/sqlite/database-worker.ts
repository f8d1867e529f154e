import { parentPort, workerData } from 'node:worker_threads';
import { serveWrites } from './batch-runner.ts';
import { openForWriting } from './connection.ts';
import type { Report } from './worker-client.ts';

const POLL_INTERVAL_MS = 500;

// The writing connection: the event loop of the server never waits for the disk.
if (parentPort === null) throw new Error('The database worker is started by the server.');
const port = parentPort;
const send = (report: Report): void => port.postMessage(report);
const database = openForWriting(String(workerData));
const dataVersion = database.prepare('pragma data_version');
// It counts the commits of all other connections, of which the server's own only read.
const commitsElsewhere = (): unknown => dataVersion.get()?.['data_version'];
let known = commitsElsewhere();
// The server may have read what was there before a commit that this number counts already.
send({ type: 'changed-elsewhere' });

const pollOnce = (): void => {
  try {
    const now = commitsElsewhere();
    if (now !== known) send({ type: 'changed-elsewhere' });
    known = now;
  } catch {
    // The disk, or another process that has the file, is at fault: the next poll sees it.
  }
};
const poll = setInterval(pollOnce, POLL_INTERVAL_MS);

serveWrites(port, database, () => clearInterval(poll));
