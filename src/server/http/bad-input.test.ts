import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { validateText } from '#shared/thought.ts';
import { AddBody, EditBody, PATHS } from '#shared/wire.ts';
import { serveTests } from '#tests/server/test-board.ts';

// Hundreds of requests, many of which wait for the disk.
vi.setConfig({ testTimeout: 120_000 });

const { app, origin, database, person } = await serveTests();

test('no generated body makes the server fail, and only thoughts are kept', async () => {
  const cookie = (await person('ada')).jar.header('/');
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ text: fc.jsonValue() }),
    fc.record({ text: fc.string({ unit: 'binary' }) }, { noNullPrototype: true }),
    fc.record({
      text: fc.string({ maxLength: 300 }),
      baseText: fc.string({ maxLength: 300 }),
      baseVersion: fc.integer({ min: -1 }),
    }),
    fc.record({ text: fc.string({ maxLength: 300 }), uID: fc.string(), version: fc.integer() }),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom('PUT', 'PATCH'), async (value, method) => {
      const textID = newId();
      const { statusCode } = await app.inject({
        method,
        url: `${PATHS.thoughts}/${textID}`,
        headers: { cookie, origin, 'content-type': 'application/json' },
        payload: JSON.stringify(value),
      });
      const [kept] = await database.read({
        sql: 'select "text" from "Thoughts-Data" where "textID" = :textID',
        parameters: { textID },
      });
      const isThought = method === 'PUT' && isBody(AddBody, value);
      expect(kept).toEqual(isThought ? [{ text: value.text }] : []);
      expect(statusCode).toBe(
        isThought ? 200 : method === 'PATCH' && isBody(EditBody, value) ? 404 : 400,
      );
    }),
    { numRuns: 200 },
  );
});

function isBody<Schema extends typeof AddBody | typeof EditBody>(
  schema: Schema,
  value: unknown,
): value is v.InferOutput<Schema> {
  if (!v.is(schema, value)) return false;
  return Object.values(value).every(
    (part) => typeof part !== 'string' || validateText(part) === null,
  );
}
