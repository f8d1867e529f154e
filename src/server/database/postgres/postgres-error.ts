import { DatabaseError } from 'pg';
import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';

/**
 * Classes of error codes that blame the machine, the connection or other transactions: the same may
 * work later. So does what a connection compiled before a table was changed by hand (0A000), on another
 * connection. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT = /^(?:08|0A|25|28|3D|40|53|55|57|58)/u;

/** Whether what failed may work later; else a statement is wrong. */
export function isTransient(error: unknown): boolean {
  // What is not the database's own word is a connection that broke or was never there.
  return !(error instanceof DatabaseError) || TRANSIENT.test(error.code ?? '');
}

/** The error to give who asked. */
export function explainRefusal(cause: unknown): Error {
  return isTransient(cause)
    ? new Problem('unavailable', { cause })
    : new Error(`The database refused: ${messageOf(cause)}`, { cause });
}
