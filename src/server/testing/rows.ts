import { newId } from '#shared/id.ts';
import type { Statement, Value } from '#server/database/database.ts';
import type { ThoughtRow } from '#server/thoughts/thought-store.ts';

/** Adds a thought of Ada's past the store; `fields` go over it. */
export function insertThought(fields: Partial<ThoughtRow> = {}): Required<Statement> {
  const by = { uID: 'ada', uName: 'Ada', uProfile: '' };
  const row = { textID: newId(), ...by, text: 'hello', createdAt: 1, version: 1, ...fields };
  return insertRow('Thoughts-Data', row);
}

export function insertSession(tokenHash: string, uid = 'ada'): Required<Statement> {
  const row = { tokenHash, uid, issuer: 'an issuer', createdAt: 1, lastSeenAt: 1 };
  return insertRow('sessions', row);
}

/** Names the columns: one that is added to the table needs no word here. */
export function insertRow(
  table: string,
  row: Readonly<Record<string, Value>>,
): Required<Statement> {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((_name, index) => `?${index + 1}`).join(', ');
  return {
    sql: `insert into "${table}" (${columns}) values (${values})`,
    parameters: Object.values(row),
  };
}
