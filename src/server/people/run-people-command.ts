import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { databaseFileIn } from '#server/database/data-folder.ts';
import { requireFinishedRestore } from '#server/database/finish-restore.ts';
import { requireNewestVersion } from '#server/database/migrate.ts';
import { openForReading, openForWriting } from '#server/database/sqlite-file.ts';
import { escapeForTerminal } from './escape-for-terminal.ts';
import { findPerson } from './find-person.ts';
import type { PeopleCommand } from './parse-people-command.ts';
import { peopleTable } from './people-table.ts';
import { emptyLog, listPeople, removePerson, signOutPerson, type Person } from './people.ts';

const LOG_IN_USE =
  'What was removed stays in thoughts.sqlite-wal until the board stops or the next removal: the log is being read.';

/**
 * Lists, signs out or removes the people of a data folder, also while the board is served, which
 * follows within a second. Returns what to print; throws with a message for the operator.
 */
export function runPeopleCommand(folder: string, command: PeopleCommand): string {
  requireFinishedRestore(folder);
  const file = databaseFileIn(folder);
  if (!existsSync(file)) throw new Error(`There is no database in ${folder}.`);
  using database = command.action === 'list' ? openForReading(file) : openForWriting(file);
  requireNewestVersion(database);
  const people = listPeople(database, Date.now());
  if (command.action === 'list') return peopleTable(people);
  const person = findPerson(people, command.person);
  return command.action === 'sign-out'
    ? signOut(database, person)
    : remove(database, person, command.keepThoughts);
}

function signOut(database: DatabaseSync, person: Person): string {
  signOutPerson(database, person.uid);
  return `${nameOf(person)} is signed out: ${count(person.sessions, 'session')} ended.`;
}

function remove(database: DatabaseSync, person: Person, keepThoughts: boolean): string {
  const removed = removePerson(database, person.uid, { keepThoughts });
  const rest = emptyLog(database) ? '' : `\n${LOG_IN_USE}`;
  return keepThoughts
    ? `${nameOf(person)} is removed, and the thoughts are kept: ${person.thoughts}.${rest}`
    : `${nameOf(person)} is removed, with ${count(removed, 'thought')}.${rest}`;
}

function nameOf({ uid, displayName }: Person): string {
  return displayName ? `${escapeForTerminal(displayName)} (${uid})` : uid;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
