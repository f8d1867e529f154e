/**
 * What Node compiles of the server is kept from one start to the next; where the folder can't be
 * written to, nothing is.
 */
export const boardEnvironment = { NODE_COMPILE_CACHE: 'node_modules/.cache/node' };

/** How the server is started. */
export const boardProcess = {
  command: 'node',
  args: ['src/server/main.ts'],
  env: boardEnvironment,
};
