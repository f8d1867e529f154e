import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('tasks with one key run one after another, in order', async () => {
  const inTurn = createKeyedQueue();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = inTurn('a', async () => {
    await gate.promise;
    done.push('first');
  });
  const second = inTurn('a', async () => done.push('second'));
  await inTurn('b', async () => done.push('other'));
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('a failing task fails alone', async () => {
  const inTurn = createKeyedQueue();
  const failing = inTurn('a', () => Promise.reject(new Error('no')));
  const next = inTurn('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
