import { parseArgs } from 'node:util';
import type { Row } from '#server/database/database.ts';
import { lineOf } from './board-file.ts';
import type { Person } from './people.ts';
import { UsageError } from './run-command.ts';

type Cell = (person: Person) => string | number | null;

/** The columns of the list; what people wrote comes last, since its width can mislead. */
const COLUMNS: readonly (readonly [heading: string, cell: Cell])[] = [
  ['ID', ({ uid }) => uid],
  ['LAST SEEN (UTC)', ({ lastSeenAt }) => (lastSeenAt === null ? 'removed' : minuteOf(lastSeenAt))],
  ['SESSIONS', ({ sessions }) => sessions],
  ['THOUGHTS', ({ thoughts }) => thoughts],
  ['BLOCKED', ({ isBlocked }) => (isBlocked === 1 ? 'yes' : '-')],
  ['ISSUER', ({ issuer }) => issuer],
  ['E-MAIL', ({ email }) => email],
  ['NAME', ({ displayName }) => displayName],
];

const OPTIONS = {
  search: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const;

/** The people whom an operator asks for, as a table or as JSON lines. */
export function describePeople(people: readonly Person[], args: string[]): string {
  const { search, json } = readOptions(args);
  const wanted = search.toLowerCase();
  const found = people.filter(({ uid, email, displayName }) =>
    [uid, email, displayName].some((text) => text?.toLowerCase().includes(wanted)),
  );
  if (json) return found.map((person) => escapeUnsafe(JSON.stringify(person))).join('\n');
  const rows = [
    COLUMNS.map(([heading]) => heading),
    ...found.map((person) =>
      COLUMNS.map(([, cell]) => escapeUnsafe(String(cell(person) ?? '')) || '-'),
    ),
  ];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (cause) {
    throw new UsageError('', { cause });
  }
}

function minuteOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}

/** Finds one by id, or by an e-mail or a name that only they have; throws with words for the operator. */
export function findPerson(people: readonly Person[], asked: string): Person {
  const known = people.find(({ uid }) => uid === asked);
  if (known !== undefined) return known;
  const wanted = asked.toLowerCase();
  const found = people.filter(({ email, displayName }) =>
    [email, displayName].some((text) => text?.toLowerCase() === wanted),
  );
  const [person, ...others] = found;
  const name = escapeUnsafe(asked);
  if (person === undefined) throw new Error(`There is nobody by the id ${name}.`);
  if (others.length > 0) {
    const ids = found.map(({ uid }) => escapeUnsafe(uid)).join(', ');
    throw new Error(`${found.length} people are known as ${name}: name one by id: ${ids}`);
  }
  return person;
}

export function describePerson({ uid, displayName }: Person): string {
  return escapeUnsafe(displayName ? `${displayName} (${uid})` : uid);
}

/** Rows of the database as JSON lines. */
export function describeRows(rows: readonly Row[]): string {
  return rows.map((row) => escapeUnsafe(lineOf(row).trimEnd())).join('\n');
}

// Besides control characters, what is invisible or turns the direction of the text around it.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Other people's words as a terminal can show them, and a parser of JSON reads them: spelled out. */
export function escapeUnsafe(text: string): string {
  return text.replaceAll(UNSAFE, (sign) => sign.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
