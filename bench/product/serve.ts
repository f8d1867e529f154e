import { readConfig } from '#server/config.ts';
import { startForParent } from '#server/testing/start-for-parent.ts';
import { collectWhenAsked } from '#bench/garbage.ts';
import { HOST } from '#bench/target.ts';

// The real server over the folder and at the port of its arguments, in a process of its own.
const [folder = '', port = '0'] = process.argv.slice(2);
const { publicURL } = await startForParent(readConfig({ DATA_DIR: folder, PORT: port, HOST }), {
  log: null,
});
collectWhenAsked();
process.send?.(Number(new URL(publicURL).port));
