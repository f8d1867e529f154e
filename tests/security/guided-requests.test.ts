import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { findStrangers } from '#tests/faults/support/hostile-sender.ts';
import { listAllThoughts } from '#tests/faults/support/listed-thoughts.ts';
import { startTrial } from '#tests/faults/support/trial.ts';
import { sendGuidedRequests } from '#tests/faults/trials/guided-requests.ts';

test('no request that is guided into rare code fails the server, and only thoughts are stored', async () => {
  const board = await createBoardProcess({ dataFolder: temporaryFolder() });
  await board.start();
  onTestFinished(async () => {
    await board.end('SIGTERM');
  });
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const outcome = await sendGuidedRequests(startTrial('guided requests'), {
    board,
    cookie: ada.jar.header('/'),
    count: 400,
  });
  expect(outcome.failed).toEqual([]);
  expect(outcome.wronglyAccepted).toEqual([]);
  expect(findStrangers(await listAllThoughts(ada), outcome.accepted)).toEqual([]);
}, 120_000);
