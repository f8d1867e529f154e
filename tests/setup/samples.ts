import { newId } from '#shared/id.ts';
import { newThought, type Thought } from '#shared/thought.ts';
import type { User } from '#shared/user.ts';
import type { CardView } from '#client/state/card-view.ts';
import { cardOf } from '#client/state/writing/cards.ts';
import type { Statement, Value } from '#server/database/database.ts';
import type { ThoughtRow } from '#server/thoughts/thought-store.ts';

/** A person for tests in which it does not matter who it is; the author of the sample thoughts. */
export const SAMPLE_USER: User = {
  uid: 'u',
  displayName: 'U',
  photoURL: null,
  email: null,
  metadata: {
    creationTime: 'Thu, 01 Jan 2026 09:00:00 GMT',
    lastSignInTime: 'Thu, 01 Jan 2026 10:00:00 GMT',
  },
};

/** A thought from so many seconds after 1970, which its id and text contain; `fields` override it. */
export function sampleThought(seconds: number, fields: Partial<Thought> = {}): Thought {
  const textID = String(seconds).padStart(20, '0');
  const text = `thought ${seconds}`;
  return { ...newThought({ textID, text, at: seconds * 1_000 }, SAMPLE_USER), ...fields };
}

/** The card of another person's thought, for which nothing is being written. */
export function sampleCard(thought: Thought): CardView {
  return cardOf(thought, { ...SAMPLE_USER, uid: 'reader' });
}

/** A thought of Ada's, as a board stores it; `fields` override it. */
export function storedThought(fields: Partial<ThoughtRow> = {}): ThoughtRow {
  const ada = { uid: 'ada', displayName: 'Ada', photoURL: null };
  const thought = newThought({ textID: newId(), text: 'hello', at: 1 }, ada);
  return { ...thought, createdAt: 1, ...fields };
}

/** Adds a thought of Ada's without the store; `fields` override it. */
export function insertThought(fields?: Partial<ThoughtRow>): Required<Statement> {
  return insertRow('Thoughts-Data', storedThought(fields));
}

export function insertSession(tokenHash: string, uid = 'ada'): Required<Statement> {
  const row = { tokenHash, uid, issuer: 'an issuer', createdAt: 1, lastSeenAt: 1 };
  return insertRow('sessions', row);
}

/** Names the row's columns, so that a new column of the table needs no change here. */
export function insertRow(
  table: string,
  row: Readonly<Record<string, Value>>,
): Required<Statement> {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((name) => `:${name}`).join(', ');
  return {
    sql: `insert into "${table}" (${columns}) values (${values})`,
    parameters: row,
  };
}
