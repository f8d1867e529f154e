import { readConfig } from '#server/config.ts';
import { createOutput } from '#server/process/output.ts';
import { startForParent } from '#server/testing/start-for-parent.ts';
import { collectWhenAsked } from '#bench/start-process.ts';

// The real server in a process of its own, so that it can be killed.
const level = process.argv[2] === 'info' ? 'info' : 'error';
const { publicURL } = await startForParent(readConfig(process.env), {
  level,
  stream: createOutput(process.stdout),
});
collectWhenAsked();
process.send?.(publicURL);
