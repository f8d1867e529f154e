import { escapeForTerminal } from './escape-for-terminal.ts';
import type { Person } from './people.ts';

const HEADINGS = ['ID', 'LAST SEEN (UTC)', 'SESSIONS', 'THOUGHTS', 'ISSUER', 'E-MAIL', 'NAME'];

/** The people as lines of columns; what they wrote comes last, since its width can mislead. */
export function peopleTable(people: readonly Person[]): string {
  const rows = [HEADINGS, ...people.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf(person: Person): string[] {
  const { uid, lastSeenAt, sessions, thoughts, issuer, email, displayName } = person;
  const seen = lastSeenAt === null ? 'removed' : timeOf(lastSeenAt);
  const texts = [issuer, email, displayName].map((text) => escapeForTerminal(text || '-'));
  return [escapeForTerminal(uid), seen, String(sessions), String(thoughts), ...texts];
}

function timeOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}
