import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { newId } from '#shared/id.ts';
import { parsePosition, PATHS } from '#shared/wire.ts';
import { createGate, delayed } from '#tests/server/gate.ts';
import { openTestDatabase, openTestServer } from '#tests/server/test-board.ts';
import { SAMPLE_USER } from '#tests/setup/samples.ts';
import { readChangeLog } from '#server/thoughts/change-log.ts';
import { createThoughtStore } from '#server/thoughts/thought-store.ts';

test('a session that ends while its stream’s replay is read gets no stream, nor does who has left by then', async () => {
  const database = await openTestDatabase();
  await createThoughtStore(database).add(
    { textID: newId(), text: 'before the start' },
    SAMPLE_USER,
  );
  const { position: last } = await readChangeLog(database);
  const gate = createGate();
  let hasStarted = false;
  const read = delayed(database.read, async (statements) => {
    const after = statements.map(({ parameters }) => parameters?.['number']);
    if (hasStarted && after.includes(parsePosition(last).number)) await gate.pass();
  });
  // With timers stopped, the server reads the log for this stream only. Another one, on a busy machine, would wait for
  // ever after this test: so it is alone in its file.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slow = await openTestServer({ database: { ...database, read } });
  hasStarted = true;
  const ada = await slow.person('ada');
  const path = `${PATHS.live}?after=${last.replace(/\d+$/u, '9')}`;
  const bob = await slow.person('bob');
  const leaving = new AbortController();
  const bobs = once(slow.app.server, 'request');
  bob.send(path, { signal: leaving.signal }).catch(() => {});
  const [, response] = await bobs;
  const requested = ada.send(path);
  await gate.reached;
  leaving.abort();
  await once(response, 'close');
  await ada.send(PATHS.session, { method: 'DELETE' });
  gate.open();
  const answer = await requested;
  expect([answer.status, await answer.json()]).toEqual([401, { code: 'signed-out' }]);
  const metrics = await fetch(`${slow.origin}${PATHS.metrics}`);
  expect(await metrics.text()).toContain('thought_cloud_streams 0');
});
