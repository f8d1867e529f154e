import { expect, test } from 'vitest';
import { newId } from '#shared/id.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { temporaryFolder } from '#server/testing/test-board.ts';
import { ADA, startBoard } from './support/board-process.ts';
import { startFaultProxy } from './support/fault-proxy.ts';
import { forEachOf, sendUntilAnswered } from './support/writers.ts';
import { readStoredThoughts } from './support/stored.ts';
import { amountOf, startTrial } from './support/trial.ts';

const SENDERS = 16;

test('adds whose answers are dropped before, during or after the commit are stored once', async () => {
  const { random, report } = startTrial('dropped answers');
  const dataFolder = temporaryFolder();
  const board = await startBoard({ dataFolder });
  const proxy = await startFaultProxy();
  proxy.leadTo(board.port);
  const ada = await signIn(board.origin, ADA);
  const sender = { port: proxy.port, origin: board.origin, cookie: ada.jar.header('/') };
  // Three in four connections are cut; each request is sent until it is answered.
  proxy.setFault(() => random.pick(['none', 'before', 'during', 'after']));

  const texts = Array.from({ length: amountOf('ADDS', 10_000) }, newId);
  const refused: number[] = [];
  let tries = 0;
  await forEachOf(texts, SENDERS, async (text) => {
    const write = { method: 'PUT', path: `${PATHS.thoughts}/${text}`, body: { text } } as const;
    const answer = await sendUntilAnswered(sender, write);
    if (answer.status !== 204) refused.push(answer.status);
    tries += answer.tries;
  });
  await proxy.close();
  await board.end('SIGTERM');
  const stored = readStoredThoughts(dataFolder).map(({ text }) => text);
  report(`${texts.length} adds in ${tries} tries, ${stored.length} stored`);
  expect(refused).toEqual([]);
  expect(stored.toSorted()).toEqual(texts.toSorted());
});
