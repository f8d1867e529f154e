import { expect, test } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { signIn, type Visitor } from '#tests/server/sign-in.ts';
import { temporaryFolder } from '#tests/server/test-board.ts';
import { startBoard, type BoardProcess } from './support/board-process.ts';
import { startFaultProxy, type FaultProxy } from './support/fault-proxy.ts';
import { createRandomWriter, type RandomWriter } from './support/writers.ts';
import { converge, openReader, readStoredThoughts } from './support/stored.ts';
import { amountOf, startTrial, type Trial } from './support/trial.ts';

const WINDOW = 50;
const WRITERS = 3;
/** Milliseconds between two writes of a writer, at most. */
const LONGEST_BREAK = 150;
/** How often the server is killed and started again meanwhile. */
const RESTARTS = 2;

interface Stage {
  board: BoardProcess;
  proxy: FaultProxy;
  trial: Trial;
}

test('what is written while answers get lost is stored once, and readers end equal to it after cuts of the network and two restarts', async () => {
  const trial = startTrial('convergence');
  const dataFolder = temporaryFolder();
  const duration = amountOf('SECONDS', 600) * 1_000;
  const [proxy, lossy] = [await startFaultProxy(), await startFaultProxy()];
  const board = await startBoard({ dataFolder, publicURL: proxy.origin });
  for (const each of [proxy, lossy]) each.leadTo(board.port);
  const stage = { board, proxy, trial };
  const readers = await openEach(stage, amountOf('READERS', 100), (visitor) =>
    openReader(visitor, board.origin, WINDOW),
  );
  // Three in four of the writers' connections are lost, each of which carries one write.
  lossy.setFault(() => trial.random.pick(['none', 'before', 'during', 'after']));
  const writers = await openEach(stage, WRITERS, ({ jar }) =>
    createRandomWriter({ ...board, port: lossy.port, cookie: jar.header('/') }, trial.random),
  );

  const until = performance.now() + duration;
  const [cuts] = await Promise.all([
    cutAgainAndAgain(stage, until),
    restartNowAndThen(stage, duration / (RESTARTS + 1)),
    ...writers.map((writer) => writeUntil(writer, until, trial)),
  ]);
  const stored = readStoredThoughts(dataFolder);
  const { millis, wrongWhileLive, wrong } = await converge(readers, stored);
  for (const reader of readers) reader.close();
  await board.end('SIGTERM');
  for (const each of [proxy, lossy]) await each.close();

  const done = (method: keyof RandomWriter['accepted']) =>
    writers.reduce((sum, { accepted }) => sum + accepted[method], 0);
  trial.report(
    `${readers.length} readers, ${cuts} connections cut, ${RESTARTS} restarts, ${done('PUT')} ` +
      `adds, ${done('PATCH')} edits, ${done('DELETE')} deletes; lists equal within ` +
      `${Math.round(millis)} ms, wrong while live for at most ${Math.round(wrongWhileLive)} ms`,
  );
  expect(stored.length).toBeGreaterThan(0);
  const written = writers.flatMap(({ texts }) => [...texts.values()]);
  expect(stored.map(({ text }) => text).toSorted()).toEqual(written.toSorted());
  expect(wrong).toEqual([]);
});

/** Signs people in, and opens a writer or reader for each. */
function openEach<Used>(
  { board: { origin } }: Stage,
  count: number,
  open: (visitor: Visitor) => Promise<Used> | Used,
): Promise<Used[]> {
  const names = Array.from({ length: count }, (_, index) => `person${index}`);
  return Promise.all(
    names.map(async (name) => open(await signIn(origin, { name, email: `${name}@example.com` }))),
  );
}

/** Cuts about a third of the connections, each second or so. */
async function cutAgainAndAgain({ proxy, trial }: Stage, until: number): Promise<number> {
  let cuts = 0;
  while (performance.now() < until) {
    await pause(500 + trial.random.below(1_000));
    proxy.cut(() => {
      const isChosen = trial.random.chance(0.3);
      if (isChosen) cuts += 1;
      return isChosen;
    });
  }
  return cuts;
}

async function restartNowAndThen({ board }: Stage, every: number): Promise<void> {
  for (let count = 0; count < RESTARTS; count += 1) {
    await pause(every);
    await board.end(count % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    await board.start();
  }
}

async function writeUntil(writer: RandomWriter, until: number, { random }: Trial): Promise<void> {
  for (; performance.now() < until; await pause(random.below(LONGEST_BREAK))) await writer.write();
}
