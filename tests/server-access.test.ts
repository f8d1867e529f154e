import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { createVisitor, signIn, type Visitor } from '#server/testing/sign-in.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { ACCESS_MATRIX, type Cell, type Person } from './access-matrix.ts';

let server: TestServer;
let people: Record<Person, Visitor>;

beforeAll(async () => {
  server = await startTestServer();
  people = {
    'signed out': createVisitor(server.origin),
    author: await signIn(server.origin, { name: 'Author', email: 'author@mail.example' }),
    other: await signIn(server.origin, { name: 'Other', email: 'other@mail.example' }),
  };
});

afterAll(() => server.close());

describe('the access matrix on our own server', () => {
  // It takes nothing but the text, so a field left out is no request of its own.
  const sayable = ACCESS_MATRIX.filter(({ claim }) => (claim.without ?? 'text') === 'text');

  test.each(sayable)('$person, $operation, $claim.name: $allowed', async (cell) => {
    const answer = await send(cell);
    expect(answer.status).toBeLessThan(500);
    expect(answer.ok).toBe(cell.allowed);
  });
});

async function send(cell: Cell): Promise<Response> {
  const visitor = people[cell.person];
  switch (cell.operation) {
    case 'read':
    case 'list':
      return visitor.send(PATHS.thoughts);
    case 'list own':
      return visitor.send(`${PATHS.thoughts}?author=me`);
    case 'create':
      return visitor.sendJSON('PUT', addressOf(cell.claim.textID ?? newTextID()), bodyOf(cell));
    case 'update':
      return visitor.sendJSON('PATCH', await storedThought(), { replaces: 1, ...bodyOf(cell) });
    case 'delete':
      return visitor.send(await storedThought(), { method: 'DELETE' });
  }
}

function bodyOf({ claim }: Cell): object {
  return claim.without === 'text' ? claim.fields : { text: 'a thought', ...claim.fields };
}

/** Adds a thought of the author's, and gives its address. */
async function storedThought(): Promise<string> {
  const address = addressOf(newTextID());
  const added = await people.author.sendJSON('PUT', address, { text: 'before' });
  expect(added.status).toBe(204);
  return address;
}

function addressOf(textID: string): string {
  return `${PATHS.thoughts}/${textID}`;
}
