import { nameOfDatabase } from '#server/database/database-name.ts';
import { unusable } from '#server/database/explain-answer.ts';

/** Opens the database of an address; rejects with a message for who started the program. */
export async function explainOpening<Opened>(
  url: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (cause) {
    throw unusable(nameOfDatabase(url), cause);
  }
}
