import { readConfig } from './config.ts';
import { startServer, type Server } from './start-server.ts';

/** Milliseconds to finish what is under way when asked to stop. */
const STOP_TIMEOUT = 10_000;

try {
  const config = readConfig(process.env);
  const server = await startServer(config, {
    // Quiet, so that the address stays the last line.
    log: { level: 'warn' },
    onLost: (error) => fail(error),
  });
  stopOnSignals(server);
  process.stdout.write(`Thought Cloud is ready: ${server.publicURL}\n`);
} catch (error) {
  fail(error);
}

function stopOnSignals(server: Server): void {
  const stop = (): void => {
    setTimeout(() => fail(new Error('Stopping took too long.')), STOP_TIMEOUT).unref();
    server.close().then(() => process.exit(0), fail);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function fail(error: unknown): never {
  process.stderr.write(`Thought Cloud can't run. ${explain(error)}\n`);
  process.exit(1);
}

/** What the person who started the server can act on. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'The port is in use: stop what uses it, or set PORT.';
  if (code === 'EACCES') return 'The port is not allowed: set PORT to one above 1023.';
  return error.message;
}
