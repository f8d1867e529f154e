import { readConfig } from '#server/config.ts';
import { createOutput } from '#server/process/output.ts';
import { startForParent } from '#server/testing/local-server.ts';
import { collectWhenAsked } from '#bench/target.ts';

// The real server in a process of its own, so that it can be killed.
const { publicURL } = await startForParent(readConfig(process.env), {
  level: 'error',
  stream: createOutput(process.stdout),
});
collectWhenAsked();
process.send?.(publicURL);
