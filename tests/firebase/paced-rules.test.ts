import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import type { Person } from '#tests/access-matrix.ts';
import {
  draftOf,
  remove,
  serveRules,
  SERVER_TIME,
  set,
  string,
  thoughtAt,
  tokenOf,
  uidOf,
  type Verdict,
} from './people.ts';

const NO: Verdict = 'PERMISSION_DENIED';
const LAST_ADD = `Last-Adds/${uidOf('author')}`;
const HOUR_MS = 3_600_000;
const rules = await serveRules();

test('by default, the Firestore rules let nobody write a last add', async () => {
  const textID = newId();
  expect(await commit(add(textID), lastAdd(textID))).toBe(NO);
  expect(await commit(add(textID))).toBe('OK');
});

test('where adds are held apart, each names itself as the last, a second after the one before', async () => {
  await rules.holdAddsApart();
  const [first, second] = [newId(), newId()];
  expect(await commit(add(first))).toBe(NO);
  expect(await commit(add(first), lastAdd(second))).toBe(NO);
  expect(await commit(add(first), add(second), lastAdd(second))).toBe(NO);
  expect(await commit(add(first), lastAdd(first, 'other'))).toBe(NO);
  // Nobody makes somebody else wait, or was the last to add earlier than they were.
  expect(await commit(lastAdd(newId(), 'other'))).toBe(NO);
  expect(await commit(set(LAST_ADD, { textID: string(first), addedAt: at(0) }))).toBe(NO);
  expect(await commit(add(first), lastAdd(first))).toBe('OK');
  expect(await commit(add(second))).toBe(NO);
  expect(await commit(remove(LAST_ADD))).toBe(NO);
  // The service's clock goes on during a test, so a second is tried from further away.
  await putLastAdd(Date.now() + HOUR_MS);
  expect(await commit(add(second), lastAdd(second))).toBe(NO);
  // Nobody waits for somebody else.
  const [textID, token] = [newId(), tokenOf('other')];
  const theirs = [set(thoughtAt(textID), draftOf('other')), lastAdd(textID, 'other')];
  expect(await rules.commit(token, ...theirs)).toBe('OK');
  await putLastAdd(Date.now() - 2_000);
  expect(await commit(add(second), lastAdd(second))).toBe('OK');
});

async function putLastAdd(millis: number): Promise<void> {
  await rules.put({ [LAST_ADD]: { textID: string(newId()), addedAt: at(millis) } });
}

function at(millis: number): { timestampValue: string } {
  return { timestampValue: new Date(millis).toISOString() };
}

function commit(...writes: object[]): Promise<Verdict> {
  return rules.commit(tokenOf('author'), ...writes);
}

function add(textID: string): object {
  return set(thoughtAt(textID), draftOf('author'));
}

function lastAdd(textID: string, person: Person = 'author'): object {
  return set(`Last-Adds/${uidOf(person)}`, { textID: string(textID), addedAt: SERVER_TIME });
}
