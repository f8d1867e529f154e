import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { readPage, type Visitor } from '#server/testing/sign-in.ts';
import { serveTests } from '#server/testing/test-board.ts';
import { ACCESS_MATRIX, type Cell, type Person } from './access-matrix.ts';

const { person, stranger } = await serveTests();
const people: Record<Person, Visitor> = {
  'signed out': stranger(),
  author: await person('author'),
  other: await person('other'),
};

// Our own server takes nothing but the text, so leaving out another field makes no new request.
const sayable = ACCESS_MATRIX.filter(({ claim }) => (claim.without ?? 'text') === 'text');

test.each(sayable)(
  'the access matrix on our own server: $person, $operation, $claim.name: $allowed',
  async (cell) => {
    const isCreate = cell.operation === 'create';
    const address = isCreate ? addressOf(cell.claim.textID ?? newId()) : await storedThought();
    const answer = await send(cell, address);
    expect(answer.status).toBeLessThan(500);
    expect(answer.ok).toBe(cell.allowed);
    const isUnchanged = (await textAt(address)) === (isCreate ? undefined : 'before');
    expect(isUnchanged || cell.allowed).toBe(true);
  },
);
async function send(cell: Cell, address: string): Promise<Response> {
  const visitor = people[cell.person];
  switch (cell.operation) {
    case 'read':
    case 'list':
      return visitor.send(PATHS.thoughts);
    case 'list own':
      return visitor.send(`${PATHS.thoughts}?author=me`);
    case 'create':
      return visitor.sendJSON('PUT', address, bodyOf(cell));
    case 'update':
      return visitor.sendJSON('PATCH', address, { baseVersion: 1, ...bodyOf(cell) });
    case 'delete':
      return visitor.send(address, { method: 'DELETE' });
  }
}

function bodyOf({ claim }: Cell): object {
  return claim.without === 'text' ? claim.fields : { text: 'a thought', ...claim.fields };
}

/** Adds a thought as the author; returns its address. */
async function storedThought(): Promise<string> {
  const address = addressOf(newId());
  const added = await people.author.sendJSON('PUT', address, { text: 'before' });
  expect(added.status).toBe(204);
  return address;
}

/** The text of the author's newest thought, if it is the one at an address. */
async function textAt(address: string): Promise<string | undefined> {
  const { thoughts } = await readPage(people.author, '?author=me&limit=1');
  return thoughts.find(({ textID }) => addressOf(textID) === address)?.text;
}

function addressOf(textID: string): string {
  return `${PATHS.thoughts}/${textID}`;
}
