import { expect, test } from 'vitest';
import type { Adapter } from 'oidc-provider';
import { createAdapter } from './adapter.ts';

const SECOND = 1_000;

test('what is kept is found by its id and its uid until it expires', async () => {
  const { codes, pass } = setUp();
  await codes.upsert('a', { kind: 'AuthorizationCode', uid: 'of a' }, 60);
  expect(await codes.find('a')).toMatchObject({ uid: 'of a' });
  expect(await codes.findByUid('of a')).toMatchObject({ uid: 'of a' });
  expect(await codes.findByUid('of b')).toBeUndefined();
  pass(60 * SECOND);
  expect(await codes.find('a')).toBeUndefined();
  expect(await codes.findByUid('of a')).toBeUndefined();
});

test('what was consumed says when; what is not there cannot be', async () => {
  const { codes } = setUp();
  await codes.upsert('a', {}, 60);
  await codes.consume('a');
  await codes.consume('b');
  expect(await codes.find('a')).toEqual({ consumed: 1_000 });
  expect(await codes.find('b')).toBeUndefined();
});

test('only the newest thousand are kept, whatever a visitor asks for', async () => {
  const { codes } = setUp();
  for (let count = 0; count <= 1_000; count += 1) await codes.upsert(`code ${count}`, {}, 60);
  expect(await codes.find('code 0')).toBeUndefined();
  expect(await codes.find('code 1')).toEqual({});
});

function setUp(): { codes: Adapter; pass: (millis: number) => void } {
  let now = 1_000 * SECOND;
  const create = createAdapter(() => now);
  const codes = create('AuthorizationCode');
  return { codes, pass: (millis) => void (now += millis) };
}
