import { Problem } from '#shared/problem.ts';
import { messageOf } from '#server/errors/error-message.ts';

/** Waits for what an operator asked of a database; rejects with a message for them. */
export async function explainAnswer<Answer>(
  name: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Problem ? unusable(name, error.cause) : error;
  }
}

/** An error for the person who started the program, with the database's name. */
export function unusable(name: string, cause: unknown): Error {
  return new Error(`The database ${name} can't be used: ${messageOf(cause)}`, { cause });
}
