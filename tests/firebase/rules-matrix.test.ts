import { describe, expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { isBlank } from '#shared/thought.ts';
import {
  draftOf,
  serveRules,
  string,
  thoughtAt,
  tokenOf,
  tombOf,
  tombstoneAt,
  change,
  DOCUMENTS,
  remove,
  set,
  type Verdict,
} from './people.ts';

const [author, other] = [tokenOf('author'), tokenOf('other')];
const OK: Verdict = 'OK';
const NO: Verdict = 'PERMISSION_DENIED';

const rules = await serveRules();

const VALUES: readonly [type: string, value: object][] = [
  ['null', { nullValue: null }],
  ['a boolean', { booleanValue: true }],
  ['an integer', { integerValue: '7' }],
  ['a number', { doubleValue: 0.5 }],
  ['a time', { timestampValue: '2020-01-01T00:00:00Z' }],
  ['another text', string('something else')],
  ['an empty text', string('')],
  ['bytes', { bytesValue: 'AAAA' }],
  ['a reference', { referenceValue: `${DOCUMENTS}/a/b` }],
  ['a place', { geoPointValue: { latitude: 1, longitude: 2 } }],
  ['a list of texts', { arrayValue: { values: [string('a thought')] } }],
  ['a map', { mapValue: { fields: { text: string('a thought') } } }],
];

describe('field by field, the Firestore rules', () => {
  const fields = ['uID', 'uName', 'text', 'createdAt', 'uProfile'];
  test.each(fields.flatMap((field) => VALUES.map(([type, value]) => ({ field, type, value }))))(
    'judge $type as $field',
    async ({ field, type, value }) => {
      const verdict = field === 'text' && type === 'another text' ? OK : NO;
      const draft = { ...draftOf('author'), [field]: value };
      expect(await rules.commit(author, set(thoughtAt(newId()), draft))).toBe(verdict);
      const textID = await rules.store();
      expect(await rules.commit(author, change(thoughtAt(textID), { [field]: value }))).toBe(
        verdict,
      );
      const tombstone = {
        ...tombOf('author'),
        [field === 'createdAt' ? 'deletedAt' : field]: value,
      };
      expect(await rules.commit(author, set(tombstoneAt(newId()), tombstone))).toBe(NO);
    },
  );

  test('refuse a tombstone that lacks a field', async () => {
    for (const lacked of ['uID', 'deletedAt'] as const) {
      const { [lacked]: _lacked, ...rest } = tombOf('author');
      expect(await rules.commit(author, set(tombstoneAt(newId()), rest))).toBe(NO);
    }
  });

  test('refuse a tombstone under an invalid id', async () => {
    for (const textID of ['short', `${newId()}x`, `${newId().slice(1)}-`])
      expect(await rules.commit(author, set(tombstoneAt(textID), tombOf('author')))).toBe(NO);
  });
});

test('what is blank is the same to the Firestore rules and to everything else, over all code points', async () => {
  const blank = Array.from({ length: 0x11_0000 }, (_, point) => point).filter(isBlankPoint);
  expect(blank.length).toBeGreaterThan(4000);
  const path = thoughtAt(await rules.store());
  const save = (...characters: number[]) =>
    rules.commit(author, change(path, { text: string(String.fromCodePoint(...characters)) }));
  // Several characters together are blank only if each of them is.
  for (let start = 0; start < blank.length; start += 50)
    expect(await save(...blank.slice(start, start + 50))).toBe(NO);
  // Blank characters come in ranges: if a rule goes too far, a neighbour of a range fails.
  const neighbours = new Set(blank.flatMap((point) => [point - 1, point + 1]));
  const visible = [...neighbours].filter((point) => !isBlankPoint(point));
  for (const point of visible) expect([point, await save(point)]).toEqual([point, OK]);
});

/** The verdicts on commits that follow one another. */
type Order = [order: string, verdicts: Verdict[], ...commits: ((textID: string) => object[])[]];

describe('of several writes, the Firestore rules', () => {
  test.each<Order>([
    [
      'a thought deleted with its tombstone',
      [OK, OK],
      (id) => [add(id)],
      (id) => [gone(id), tomb(id)],
    ],
    ['the tombstone first', [OK, OK], (id) => [add(id)], (id) => [tomb(id), gone(id)]],
    ['a thought deleted alone', [OK, NO], (id) => [add(id)], (id) => [gone(id)]],
    ['a tombstone beside its thought', [OK, NO], (id) => [add(id)], (id) => [tomb(id)]],
    ['both in one commit', [NO], (id) => [add(id), tomb(id)]],
    ['both, the tombstone first', [NO], (id) => [tomb(id), add(id)]],
    ['a thought after its tombstone', [OK, NO], (id) => [tomb(id)], (id) => [add(id)]],
    ['a second tombstone', [OK, NO], (id) => [tomb(id)], (id) => [tomb(id)]],
    ['a tombstone removed', [OK, NO], (id) => [tomb(id)], (id) => [remove(tombstoneAt(id))]],
    ['a second thought of the same id', [OK, NO], (id) => [add(id)], (id) => [add(id)]],
    ['a thought made and edited', [OK], (id) => [add(id), edit(id)]],
    ['a thought edited twice', [OK, OK], (id) => [add(id)], (id) => [edit(id), edit(id)]],
    ['a thought made, and deleted for good', [NO], (id) => [add(id), gone(id), tomb(id)]],
    ['a thought of nobody deleted', [NO], (id) => [gone(id), tomb(id)]],
    ['one right and one wrong', [NO, OK], (id) => [add(id), add('short')], (id) => [add(id)]],
  ])('judge %s', async (_order, verdicts, ...commits) => {
    const textID = newId();
    const said: Verdict[] = [];
    for (const writesFor of commits) said.push(await rules.commit(author, ...writesFor(textID)));
    expect(said).toEqual(verdicts);
  });

  test("refuse another's tombstone for an own thought", async () => {
    const textID = await rules.store();
    const theirs = set(tombstoneAt(textID), tombOf('other'));
    expect(await rules.commit(author, gone(textID), theirs)).toBe(NO);
    expect(await rules.commit(other, gone(textID), theirs)).toBe(NO);
    expect(await rules.commit(other, theirs)).toBe(NO);
  });
});

function isBlankPoint(point: number): boolean {
  return isBlank(String.fromCodePoint(point));
}

function add(textID: string): object {
  return set(thoughtAt(textID), draftOf('author'));
}

function tomb(textID: string): object {
  return set(tombstoneAt(textID), tombOf('author'));
}

function edit(textID: string): object {
  return change(thoughtAt(textID), { text: string('edited') });
}

function gone(textID: string): object {
  return remove(thoughtAt(textID));
}
