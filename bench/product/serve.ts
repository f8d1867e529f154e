import { readConfig } from '#server/config.ts';
import { createOutput } from '#server/output.ts';
import { startWithoutLimits } from '#tests/server/local-server.ts';
import { collectWhenAsked } from '#bench/target.ts';

// The real server, with the settings of its environment, in a process that can be measured and killed. It runs
// until the parent disconnects, however the parent ends.
const server = await startWithoutLimits(readConfig(process.env), {
  level: 'error',
  stream: createOutput(process.stdout),
});
process.once('disconnect', () => void server.close());
collectWhenAsked();
process.send?.('ready');
