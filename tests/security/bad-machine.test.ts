import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { startOnBadMachine } from '#tests/faults/support/bad-machine-board.ts';
import { compareStored } from '#tests/faults/support/compare-stored.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { serveOnBadMachine } from '#tests/faults/trials/bad-machine.ts';

const NO_MACHINE = 'A faulty machine takes Linux and a C compiler.';

test('through one fault of each kind reading goes on, and nothing is lost', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip(NO_MACHINE);
  const outcome = await serveOnBadMachine(startTrial('bad machine'), { ...served, rounds: 6 });
  await served.board.end('SIGTERM');
  expect(outcome.failures).toEqual([]);
  expect(outcome.acknowledged.size).toBeGreaterThan(0);
  expect(compareStored(served.dataFolder, outcome)).toBeNull();
}, 120_000);

test('while the disk fails, health says so, and the log names the cause', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip(NO_MACHINE);
  const { machine, visitor, logFile } = served;
  machine.set({ writeError: 'I/O error' });
  const path = `${PATHS.thoughts}/${newTextID()}`;
  expect((await visitor.sendJSON('PUT', path, { text: 'on no disk' })).status).toBe(503);
  expect((await visitor.send(PATHS.health)).status).toBe(503);
  expect(readFileSync(logFile, 'utf8')).toContain('disk I/O error');
  machine.set({});
  await vi.waitFor(async () => expect((await visitor.send(PATHS.health)).status).toBe(200), 5_000);
});

test('a disk that syncs slowly holds up nobody who reads', async (context) => {
  const served = await startOnBadMachine();
  if (served === null) return context.skip(NO_MACHINE);
  const { machine, visitor } = served;
  machine.set({ syncDelay: 3_000 });
  let isWritten = false;
  const path = `${PATHS.thoughts}/${newTextID()}`;
  const write = visitor.sendJSON('PUT', path, { text: 'slowly' }).then(({ status }) => {
    isWritten = true;
    return status;
  });
  expect((await visitor.send(PATHS.thoughts)).status).toBe(200);
  expect((await visitor.send(PATHS.health)).status).toBe(200);
  expect(isWritten).toBe(false);
  expect(await write).toBe(204);
});
