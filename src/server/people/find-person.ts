import { escapeForTerminal } from './escape-for-terminal.ts';
import type { Person } from './people.ts';

/** Finds the one person of an id, an e-mail or a name; throws with what to name instead. */
export function findPerson(people: readonly Person[], asked: string): Person {
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
