import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { newId } from '#shared/id.ts';
import { newestFirst, timestampFromMillis } from '#shared/thought.ts';
import { Changes, cursorAfter, PATHS } from '#shared/wire.ts';
import { addThought, readPage, type Visitor } from '#tests/server/sign-in.ts';
import { insertThought } from '#tests/setup/samples.ts';
import { serveTests } from '#tests/server/test-board.ts';
import { VERSION } from '#server/version.ts';
import { TAIL_LIMIT } from './change-log.ts';

const { database, person } = await serveTests();

describe('reading', () => {
  test('goes through everything newest first, page by page, without gap or repeat', async () => {
    const ada = await person('reader');
    await database.write({ sql: 'delete from "Thoughts-Data"' });
    const rows = Array.from({ length: 25 }, (_, n) => ({
      textID: newId(),
      // Thoughts that share a millisecond are ordered by id.
      createdAt: 1_700_000_000_000 + Math.floor(n / 5),
    }));
    await database.write(...rows.map(insertThought));
    // Browsers put live changes in the same order.
    const expected = rows
      .map(({ textID, createdAt }) => ({ textID, createdAt: timestampFromMillis(createdAt) }))
      .toSorted(newestFirst)
      .map(({ textID }) => textID);

    const found: string[] = [];
    let before = '';
    for (let more = true; more;) {
      const page = await readPage(ada, `?limit=4${before && `&before=${before}`}`);
      found.push(...page.thoughts.map(({ textID }) => textID));
      const last = page.thoughts.at(-1);
      if (last !== undefined) before = cursorAfter(last);
      more = page.more;
    }
    expect(found).toEqual(expected);
    expect((await readPage(ada, '?limit=25')).more).toBe(false);
    for (const query of [`?before=${before}`, '?author=me'])
      expect((await readPage(ada, query)).thoughts).toEqual([]);
  });

  test('of changes gives what followed a page, and the position it leads to', async () => {
    const ada = await person('ada');
    const textID = await addThought(ada, 'before');
    const gone = await addThought(ada, 'gone');
    const { position } = await readPage(ada);
    await ada.sendJSON('PATCH', pathOf(textID), {
      text: 'after',
      baseText: 'before',
      baseVersion: 1,
    });
    await ada.send(pathOf(gone), { method: 'DELETE' });
    const changes = await readChanges(ada, `?after=${position}`);
    expect(changes).toMatchObject({
      resumed: true,
      version: VERSION,
      changes: [
        { type: 'changed', thought: { textID, text: 'after', version: 2 } },
        { type: 'removed', textID: gone },
      ],
    });
    expect(changes.position).toBe((await readPage(ada)).position);
    expect(await readChanges(ada, `?after=${changes.position}`)).toEqual({
      ...changes,
      changes: [],
    });
  });

  test('of as many changes as a stream resumes with gives all, and of more asks to read again', async () => {
    const ada = await person('ada');
    const { position } = await readPage(ada);
    await addMany(TAIL_LIMIT);
    const all = await readChanges(ada, `?after=${position}`);
    expect([all.resumed, all.changes.length]).toEqual([true, TAIL_LIMIT]);
    await addMany(1);
    expect(await readChanges(ada, `?after=${position}`)).toMatchObject({
      resumed: false,
      changes: [],
      position: (await readPage(ada)).position,
    });
  });

  test.for('limit=0 limit=201 limit=x before=x author=eve unknown=1 limit=1&limit=2'.split(' '))(
    'with %s is malformed',
    async (query) => {
      const ada = await person('ada');
      const answer = await ada.send(`${PATHS.thoughts}?${query}`);
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'malformed-request' }]);
    },
  );
});

function pathOf(textID: string): string {
  return `${PATHS.thoughts}/${encodeURIComponent(textID)}`;
}

async function readChanges(visitor: Visitor, query: string): Promise<Changes> {
  return v.parse(Changes, await (await visitor.send(`${PATHS.changes}${query}`)).json());
}

async function addMany(count: number): Promise<void> {
  await database.write(...Array.from({ length: count }, () => insertThought()));
}
