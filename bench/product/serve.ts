import { readConfig } from '#server/config.ts';
import { startForParent } from '#server/testing/start-for-parent.ts';
import { collectWhenAsked, HOST } from '#bench/start-process.ts';

// The real server, on the folder or PostgreSQL database and at the port of its arguments.
const [place = '', port = ''] = process.argv.slice(2);
const database = place.startsWith('postgres:') ? { DATABASE_URL: place } : { DATA_DIR: place };
const { publicURL } = await startForParent(
  readConfig({ ...database, PORT: port, LISTEN_HOST: HOST }),
  null,
);
collectWhenAsked();
process.send?.(Number(new URL(publicURL).port));
