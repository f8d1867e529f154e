import type { Database } from '#server/database/database.ts';
import { listPeople, removePerson, signOutPerson, type Person } from './people.ts';

/** What an operator asks for; a person is named by id, e-mail or name. */
export type PeopleCommand =
  | { action: 'list' }
  | { action: 'sign-out'; person: string }
  | { action: 'remove'; person: string; keepThoughts: boolean };

const USAGE = `This command is used so:
npm run people -- list                            lists them, as npm run people does
npm run people -- sign-out ID                     signs one out everywhere
npm run people -- remove ID --with-thoughts       removes one, with all of their thoughts
npm run people -- remove ID --keep-thoughts       removes one, and leaves their thoughts
For ID, an e-mail or a name will do where only one person has it.`;

const HEADINGS = ['ID', 'LAST SEEN (UTC)', 'SESSIONS', 'THOUGHTS', 'ISSUER', 'E-MAIL', 'NAME'];

// Besides control characters, what is invisible or turns the direction of the text around it.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Reads the arguments of the command; throws with how it is used. */
export function parsePeopleCommand(args: readonly string[]): PeopleCommand {
  // By their place alone: an id may begin with a dash.
  const [action = 'list', person, ...options] = args;
  const asked = [action, ...options].join(' ');
  if (person === undefined && asked === 'list') return { action: 'list' };
  if (person !== undefined && asked === 'sign-out') return { action: 'sign-out', person };
  if (person !== undefined && /^remove --(?:with|keep)-thoughts$/u.test(asked)) {
    return { action: 'remove', person, keepThoughts: asked.includes('keep') };
  }
  throw new Error(USAGE);
}

/**
 * Lists, signs out or removes the people of a board, also while it is served: its servers follow
 * within a second. Resolves with what to print; rejects with a message for the operator.
 */
export async function runPeopleCommand(
  database: Database,
  command: PeopleCommand,
): Promise<string> {
  const people = await listPeople(database, Date.now());
  if (command.action === 'list') return peopleTable(people);
  const { uid, displayName, sessions, thoughts } = findPerson(people, command.person);
  const id = escapeForTerminal(uid);
  const name = displayName ? `${escapeForTerminal(displayName)} (${id})` : id;
  if (command.action === 'sign-out') {
    await signOutPerson(database, uid);
    return `${name} is signed out: ${count(sessions, 'session')} ended.`;
  }
  const { keepThoughts } = command;
  const removed = await removePerson(database, { uid, keepThoughts });
  return keepThoughts
    ? `${name} is removed, and the thoughts are kept: ${thoughts}.`
    : `${name} is removed, with ${count(removed, 'thought')}.`;
}

/** Finds the one person of an id, an e-mail or a name; throws with what to name instead. */
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
  const { uid, lastSeenAt, sessions, thoughts, issuer, email, displayName } = person;
  const seen =
    lastSeenAt === null
      ? 'removed'
      : new Date(lastSeenAt).toISOString().slice(0, 16).replace('T', ' ');
  const texts = [issuer, email, displayName].map((text) => escapeForTerminal(text || '-'));
  return [escapeForTerminal(uid), seen, String(sessions), String(thoughts), ...texts];
}

/** A text of other people's as a terminal can show it: what would control it is spelled out. */
function escapeForTerminal(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
