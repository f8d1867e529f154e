/**
 * For what is promised to be known within a second. A busy machine has five, so it is shown that
 * something is told of by itself, but not how soon: how often commits of other processes are looked for
 * is shown in `worker-client.test.ts`.
 */
export const PROMISED_SECOND = { timeout: 5_000 };
