import { Problem } from '#shared/problem.ts';
import { nameOfDatabase } from '#server/database/database-name.ts';
import { messageOf } from '#server/database/error-message.ts';

/** Opens the database of an address; rejects with a message for who started the program. */
export async function explainOpening<Opened>(
  url: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (cause) {
    throw unusable(url, cause);
  }
}

/** Waits for what an operator asked of a database; rejects with a message for them. */
export async function explainAnswer<Answer>(url: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Problem ? unusable(url, error.cause) : error;
  }
}

function unusable(url: string, cause: unknown): Error {
  return new Error(`The database ${nameOfDatabase(url)} can't be used: ${messageOf(cause)}`, {
    cause,
  });
}
