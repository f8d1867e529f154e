/**
 * For what is promised to be known within a second. A busy machine has five: what is looked for less often
 * than twice a second is still found out.
 */
export const PROMISED_SECOND = { timeout: 5_000 };
