/**
 * What Node compiles of the server is kept from one start to the next; where the folder can't be
 * written to, nothing is.
 */
export const boardEnvironment = { NODE_COMPILE_CACHE: 'node_modules/.cache/node' };

/**
 * Halves (MiB) of the room for new values, in each of the server's threads. By itself V8 lets them
 * grow to 16, and a busy server then holds 40 MiB more, and 7 KiB more for each reader.
 */
export const boardFlags = ['--max-semi-space-size=4'];

/** How the server is started. */
export const boardProcess = {
  command: 'node',
  args: [...boardFlags, 'src/server/main.ts'],
  env: boardEnvironment,
};
