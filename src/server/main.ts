import { readConfig } from './config.ts';
import { describeStart } from './process/describe-start.ts';
import { explainFailure } from './process/explain-failure.ts';
import { createOutput } from './process/output.ts';
import { stopWithParent } from './process/stop-with-parent.ts';
import { startServer, type Server } from './start-server.ts';

/** Milliseconds to finish what is under way when asked to stop. */
const STOP_TIMEOUT_MS = 10_000;

const output = createOutput(process.stdout);
const errorOutput = createOutput(process.stderr);

try {
  const config = readConfig(process.env);
  const server = await startServer(config, {
    // Without the framework's remarks, so that the address is the last line of a start.
    log: { level: 'warn', stream: output },
    onLost: (error) => fail(error),
  });
  stopWhenAsked(server);
  const lines = [
    ...describeStart(config, server.addresses),
    `Thought Cloud is ready: ${server.publicURL}`,
  ];
  output.write(`${lines.join('\n')}\n`);
} catch (error) {
  fail(error);
}

function stopWhenAsked(server: Server): void {
  const stop = (): void => {
    setTimeout(() => fail(new Error('Stopping took too long.')), STOP_TIMEOUT_MS).unref();
    server.close().then(() => process.exit(0), fail);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Started by hand it may outlive its shell; started by npm, it belongs to that command.
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(stop);
}

function fail(error: unknown): never {
  errorOutput.write(`Thought Cloud can't run. ${explainFailure(error)}\n`);
  process.exit(1);
}
