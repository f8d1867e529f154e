import { startServer } from '#server/start-server.ts';
import { WIDE_LIMITS } from '#server/testing/wide-limits.ts';
import { collectWhenAsked } from '#bench/garbage.ts';
import { HOST } from '#bench/target.ts';

// The real server over the folder and at the port of its arguments, in a process of its own. Only
// the limits on requests are lifted: they are there to stop exactly what a measurement does.
const [folder = '', port = '0'] = process.argv.slice(2);
const server = await startServer(
  {
    port: Number(port),
    host: HOST,
    publicURL: null,
    databaseURL: null,
    dataFolder: folder,
    google: null,
    allowDomains: [],
    trustProxy: [],
  },
  {
    log: null,
    limits: WIDE_LIMITS,
    onLost: (error) => {
      throw error;
    },
  },
);
collectWhenAsked();
// Ends with its parent, however that ends.
process.once('disconnect', () => void server.close());
process.send?.(Number(new URL(server.publicURL).port));
