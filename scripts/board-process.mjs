/**
 * Caches Node's compiled code of the server between starts; if the folder can't be written to, Node
 * runs without the cache. Requests to Google go through the proxy that HTTPS_PROXY names, if any.
 */
export const boardEnvironment = {
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
  NODE_USE_ENV_PROXY: '1',
};

/**
 * MiB of a semi-space (half of the young generation) in each of the server's threads. V8's own limit
 * is 16, with which a busy server takes 40 MiB more, and 7 KiB more for each reader.
 */
export const boardFlags = ['--max-semi-space-size=4'];

/** The program that starts the server. */
export const boardProcess = {
  command: 'node',
  args: [...boardFlags, 'src/server/main.ts'],
  env: boardEnvironment,
};
