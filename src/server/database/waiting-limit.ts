/** Reads, and writes, that may wait at once; who comes after them tries again later. */
export const WAITING_LIMIT = 5_000;
