/**
 * How the server is started. What Node compiles of it is kept from one start to the next; where
 * that folder can't be written to, nothing is.
 */
export const boardProcess = {
  command: 'node',
  args: ['src/server/main.ts'],
  env: { NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
};
