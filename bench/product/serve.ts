import { readConfig } from '#server/config.ts';
import { startForParent } from '#server/testing/local-server.ts';
import { collectWhenAsked, HOST } from '#bench/target.ts';

// The real server, at the port and on the folder or PostgreSQL database of its arguments.
const [PORT, place = ''] = process.argv.slice(2);
const database = place.startsWith('postgres:') ? { DATABASE_URL: place } : { DATA_DIR: place };
await startForParent(readConfig({ ...database, PORT, LISTEN_HOST: HOST }), null);
collectWhenAsked();
process.send?.('ready');
