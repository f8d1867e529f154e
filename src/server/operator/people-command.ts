import { parseArgs } from 'node:util';
import type { Database } from '#server/database/database.ts';
import { lineOf } from './board-file.ts';
import { escapeForTerminal, escapeInJSON } from './terminal-text.ts';
import {
  blockPerson,
  listPeople,
  readPerson,
  removePerson,
  removeThoughts,
  signOutPerson,
  unblockPerson,
  type Person,
} from './people.ts';

const PEOPLE_USAGE = `This command is used so:
npm run people -- list                lists them; with --search TEXT those with it in id, e-mail or
                                      name, with --json a JSON object a line
npm run people -- sign-out ID         signs one out everywhere
npm run people -- block ID            signs one out, and lets them sign in no more
npm run people -- unblock ID          lets one sign in again
npm run people -- export ID           prints what the board has of one, a JSON object a line
npm run people -- remove ID           removes one, with all of their thoughts
For ID, an e-mail or a name will do where only one person has it.`;
const THOUGHTS_USAGE = `This command is used so:
npm run thoughts -- remove ID…        removes thoughts, whoever wrote them`;

const HEADINGS = [
  'ID',
  'LAST SEEN (UTC)',
  'SESSIONS',
  'THOUGHTS',
  'BLOCKED',
  'ISSUER',
  'E-MAIL',
  'NAME',
];

const ACTIONS = new Map<string, (database: Database, person: Person) => Promise<string>>([
  [
    'sign-out',
    async (database, person) => {
      await signOutPerson(database, person.uid);
      return `${nameOf(person)} is signed out: ${count(person.sessions, 'session')} ended.`;
    },
  ],
  [
    'block',
    async (database, person) => {
      await blockPerson(database, person.uid);
      return `${nameOf(person)} is blocked: ${count(person.sessions, 'session')} ended.`;
    },
  ],
  [
    'unblock',
    async (database, person) => {
      await unblockPerson(database, person.uid);
      return `${nameOf(person)} may sign in again.`;
    },
  ],
  [
    'export',
    async (database, { uid }) => {
      const records = await readPerson(database, uid);
      return records
        .map((record) => escapeInJSON(lineOf(record)))
        .join('')
        .trimEnd();
    },
  ],
  [
    'remove',
    async (database, person) => {
      const removed = await removePerson(database, person.uid);
      return `${nameOf(person)} is removed, with ${count(removed, 'thought')}.`;
    },
  ],
]);

/** Looks after people, also while the board is served. Resolves with what to print. */
export async function runPeopleCommand(
  database: Database,
  args: readonly string[],
): Promise<string> {
  const [name = 'list', asked, ...rest] = args;
  if (name === 'list') return list(await listPeople(database, Date.now()), args.slice(1));
  const action = ACTIONS.get(name);
  if (action === undefined || asked === undefined || rest.length > 0) throw new Error(PEOPLE_USAGE);
  return action(database, findPerson(await listPeople(database, Date.now()), asked));
}

/** Removes thoughts from a board, also while it is served; resolves with what to print. */
export async function runThoughtsCommand(
  database: Database,
  [action, ...textIDs]: readonly string[],
): Promise<string> {
  if (action !== 'remove' || textIDs.length === 0) throw new Error(THOUGHTS_USAGE);
  const removed = await removeThoughts(database, textIDs);
  const missing = textIDs.filter((id) => !removed.includes(id)).map(escapeForTerminal);
  const rest = missing.length === 0 ? '' : ` Not there: ${missing.join(', ')}.`;
  return `Removed: ${count(removed.length, 'thought')}.${rest}`;
}

function list(people: readonly Person[], args: readonly string[]): string {
  const { search, json } = readOptions(args);
  const wanted = search.toLowerCase();
  const found = people.filter(({ uid, email, displayName }) =>
    [uid, email, displayName].some((text) => text?.toLowerCase().includes(wanted)),
  );
  if (!json) return peopleTable(found);
  return found.map((person) => escapeInJSON(JSON.stringify(person))).join('\n');
}

function readOptions(args: readonly string[]): { search: string; json: boolean } {
  const options = {
    search: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new Error(PEOPLE_USAGE, { cause });
  }
}

function findPerson(people: readonly Person[], asked: string): Person {
  const known = people.find(({ uid }) => uid === asked);
  if (known !== undefined) return known;
  const wanted = asked.toLowerCase();
  const found = people.filter(({ email, displayName }) =>
    [email, displayName].some((text) => text?.toLowerCase() === wanted),
  );
  const [person, ...others] = found;
  const name = escapeForTerminal(asked);
  if (person === undefined) {
    throw new Error(`There is nobody by the id ${name}: npm run people lists everybody's.`);
  }
  if (others.length > 0) {
    const ids = found.map(({ uid }) => escapeForTerminal(uid)).join(', ');
    throw new Error(`${found.length} people are known as ${name}: name one by id: ${ids}`);
  }
  return person;
}

/** The people as lines of columns; what they wrote comes last, since its width can mislead. */
function peopleTable(people: readonly Person[]): string {
  const rows = [HEADINGS, ...people.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = rows.map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}

function cellsOf(person: Person): string[] {
  const { uid, lastSeenAt, sessions, thoughts, isBlocked, issuer, email, displayName } = person;
  const seen =
    lastSeenAt === null
      ? 'removed'
      : new Date(lastSeenAt).toISOString().slice(0, 16).replace('T', ' ');
  const texts = [issuer, email, displayName].map((text) => escapeForTerminal(text || '-'));
  return [
    escapeForTerminal(uid),
    seen,
    String(sessions),
    String(thoughts),
    isBlocked === 1 ? 'yes' : '-',
    ...texts,
  ];
}

function nameOf({ uid, displayName }: Person): string {
  const id = escapeForTerminal(uid);
  return displayName ? `${escapeForTerminal(displayName)} (${id})` : id;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
