import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start-server.ts';
import { WIDE_LIMITS } from '#server/testing/wide-limits.ts';
import { reportCoverageWhenAsked } from './coverage-report.ts';
import { reportMemoryWhenAsked } from './memory-report.ts';

// The real server in a process of its own, so that it can be killed. Only the limits on requests
// are lifted: they are there to stop exactly what a trial does.
const [, , wantedLevel, streamLimit] = process.argv;
const level = wantedLevel === 'info' ? 'info' : 'error';
const server = await startServer(readConfig(process.env), {
  log: { level },
  limits: WIDE_LIMITS,
  streamLimit: streamLimit === undefined ? undefined : Number(streamLimit),
  onLost: (error) => {
    throw error;
  },
});
reportMemoryWhenAsked();
reportCoverageWhenAsked();
// Ends with its parent, however that ends.
process.once('disconnect', () => void server.close());
process.send?.(server.publicURL);
