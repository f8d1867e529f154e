import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { addThought, readPage, type Visitor } from '#tests/server/sign-in.ts';
import { serveTests } from '#tests/server/test-board.ts';
import { ACCESS_MATRIX, type Cell, type Person } from './access-matrix.ts';

const { person, stranger } = await serveTests();
const author = await person('author');
const other = await person('other');
const people: Record<Person, Visitor> = { 'signed out': stranger(), author, other };

// Our own server takes nothing but the text, so leaving out another field makes no new request.
const sayable = ACCESS_MATRIX.filter(({ claim }) => (claim.without ?? 'text') === 'text');

test.each(sayable)(
  'the access matrix on our own server: $person, $operation, $claim.name: $allowed',
  async (cell) => {
    const isCreate = cell.operation === 'create';
    const textID = isCreate ? (cell.claim.textID ?? newId()) : await addThought(author, 'before');
    const address = `${PATHS.thoughts}/${textID}`;
    const answer = await send(cell, address);
    expect(answer.status).toBeLessThan(500);
    expect(answer.ok).toBe(cell.allowed);
    const isUnchanged = (await textOf(textID)) === (isCreate ? undefined : 'before');
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
      return visitor.sendJSON('PATCH', address, {
        baseText: 'before',
        baseVersion: 1,
        ...bodyOf(cell),
      });
    case 'delete':
      return visitor.send(address, { method: 'DELETE' });
  }
}

function bodyOf({ claim }: Cell): object {
  return claim.without === 'text' ? claim.fields : { text: 'a thought', ...claim.fields };
}

/** The text of the author's newest thought, if it has this id. */
async function textOf(id: string): Promise<string | undefined> {
  const { thoughts } = await readPage(author, '?author=me&limit=1');
  return thoughts.find(({ textID }) => textID === id)?.text;
}
