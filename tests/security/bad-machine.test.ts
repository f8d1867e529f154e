import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { startOnBadMachine } from '#tests/faults/support/bad-machine-board.ts';
import { NO_FAULTY_MACHINE } from '#tests/faults/support/machine-faults.ts';

test('while the disk fails, health says so, and the log names the cause', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip(NO_FAULTY_MACHINE);
  const { machine, visitor, readLog } = served;
  machine.set({ writeError: 'I/O error' });
  const path = `${PATHS.thoughts}/${newTextID()}`;
  expect((await visitor.sendJSON('PUT', path, { text: 'on no disk' })).status).toBe(503);
  expect((await visitor.send(PATHS.ready)).status).toBe(503);
  expect(readLog()).toContain('disk I/O error');
  machine.set({});
  await vi.waitFor(async () => expect((await visitor.send(PATHS.ready)).status).toBe(200), 5_000);
});

test('a disk that syncs slowly holds up nobody who reads', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip(NO_FAULTY_MACHINE);
  const { machine, visitor } = served;
  machine.set({ syncDelay: 1_000 });
  let isWritten = false;
  const path = `${PATHS.thoughts}/${newTextID()}`;
  const write = visitor.sendJSON('PUT', path, { text: 'slowly' }).then(({ status }) => {
    isWritten = true;
    return status;
  });
  expect((await visitor.send(PATHS.thoughts)).status).toBe(200);
  expect((await visitor.send(PATHS.ready)).status).toBe(200);
  expect(isWritten).toBe(false);
  expect(await write).toBe(204);
});
