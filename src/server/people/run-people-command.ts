import type { OperatorDatabase } from '#server/database/operator-database.ts';
import { escapeForTerminal } from './escape-for-terminal.ts';
import { findPerson } from './find-person.ts';
import type { PeopleCommand } from './parse-people-command.ts';
import { peopleTable } from './people-table.ts';
import { listPeople, removePerson, signOutPerson, type Person } from './people.ts';

/**
 * Lists, signs out or removes the people of a board, also while it is served: its servers follow
 * within a second. Resolves with what to print; rejects with a message for the operator.
 */
export async function runPeopleCommand(
  database: OperatorDatabase,
  command: PeopleCommand,
): Promise<string> {
  const people = await listPeople(database, Date.now());
  if (command.action === 'list') return peopleTable(people);
  const person = findPerson(people, command.person);
  return command.action === 'sign-out'
    ? signOut(database, person)
    : remove(database, person, command.keepThoughts);
}

async function signOut(database: OperatorDatabase, person: Person): Promise<string> {
  await signOutPerson(database, person.uid);
  return `${nameOf(person)} is signed out: ${count(person.sessions, 'session')} ended.`;
}

async function remove(
  database: OperatorDatabase,
  person: Person,
  keepThoughts: boolean,
): Promise<string> {
  const removed = await removePerson(database, person.uid, { keepThoughts });
  const left = database.eraseDeleted();
  const rest = left === null ? '' : `\n${left}`;
  return keepThoughts
    ? `${nameOf(person)} is removed, and the thoughts are kept: ${person.thoughts}.${rest}`
    : `${nameOf(person)} is removed, with ${count(removed, 'thought')}.${rest}`;
}

function nameOf({ uid, displayName }: Person): string {
  const id = escapeForTerminal(uid);
  return displayName ? `${escapeForTerminal(displayName)} (${id})` : id;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
