import type { RequestLimits } from '#server/auth/request-limits.ts';

const WIDE = { max: 1_000_000, periodMs: 60_000 };

/** Limits no test reaches. */
export const WIDE_LIMITS: RequestLimits = { signIns: WIDE, adds: WIDE, changes: WIDE, all: WIDE };
