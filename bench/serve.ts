import { startServer } from '#server/start-server.ts';
import { WIDE_LIMITS } from '#server/testing/test-server.ts';

// The real server over the folder named as argument, in a process of its own. Only the limits on
// requests are lifted: they are there to stop exactly what a measurement does.
const server = await startServer(
  {
    port: 0,
    host: 'localhost',
    publicURL: null,
    dataFolder: String(process.argv[2]),
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
// Ends with its parent, however that ends.
process.once('disconnect', () => void server.close());
process.send?.(server.publicURL);
