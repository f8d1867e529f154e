import { nameOfDatabase } from '#server/database/database-name.ts';
import { unusable } from '#server/database/explain-answer.ts';

/** Node's codes for a certificate that no authority it knows has signed. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Opens the database of an address; rejects with a message for who started the program. */
export async function explainOpening<Opened>(
  url: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (cause) {
    throw unusable(nameOfDatabase(url), isUnknownAuthority(cause) ? withAdvice(cause) : cause);
  }
}

function isUnknownAuthority(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.has(error.code);
}

function withAdvice(cause: Error): Error {
  const advice =
    'its certificate is of no authority known here, which DATABASE_URL can name by sslrootcert=/path/ca.pem';
  return new Error(`${advice}: ${cause.message}`, { cause });
}
