import { newTextID } from '#shared/thought.ts';
import { PATHS } from '#shared/wire.ts';
import { signIn } from '#server/testing/sign-in.ts';
import { createBoardProcess } from '#tests/faults/support/board-process.ts';
import { startFaultProxy, type ConnectionFault } from '#tests/faults/support/fault-proxy.ts';
import { sendUntilAnswered } from '#tests/faults/support/lossy-sender.ts';
import { forEachOf } from '#tests/faults/support/pause.ts';
import { readStoredThoughts } from '#tests/faults/support/stored-thoughts.ts';
import type { Trial } from '#tests/faults/support/trial.ts';

/** What became of thoughts whose answers were lost on the way. */
export interface DroppedOutcome {
  /** Answers other than success. */
  refused: number[];
  missing: string[];
  doubled: string[];
  tries: number;
}

export interface DroppedOptions {
  dataFolder: string;
  adds: number;
}

const SENDERS = 16;
const FAULTS: readonly [ConnectionFault, ...ConnectionFault[]] = [
  'none',
  'before',
  'during',
  'after',
];

/** Adds thoughts through a proxy that drops three in four requests; each is sent until answered. */
export async function addThroughDrops(
  { random, progress, report }: Trial,
  { dataFolder, adds }: DroppedOptions,
): Promise<DroppedOutcome> {
  const board = await createBoardProcess({ dataFolder });
  await board.start();
  const proxy = await startFaultProxy();
  proxy.leadTo(board.port);
  const ada = await signIn(board.origin, { name: 'Ada', email: 'ada@example.com' });
  const sender = { port: proxy.port, origin: board.origin, cookie: ada.jar.header('/') };
  proxy.setFault(() => random.pick(FAULTS));

  const texts = Array.from({ length: adds }, newTextID);
  const refused: number[] = [];
  let tries = 0;
  let done = 0;
  await forEachOf(texts, SENDERS, async (text) => {
    const write = { method: 'PUT', path: `${PATHS.thoughts}/${text}`, body: { text } } as const;
    const answer = await sendUntilAnswered(sender, write);
    if (answer.status !== 204) refused.push(answer.status);
    tries += answer.tries;
    done += 1;
    progress(() => `${done} of ${adds} adds in ${tries} tries`);
  });
  proxy.close();
  await board.end('SIGTERM');
  const stored = readStoredThoughts(dataFolder).map(({ text }) => text);
  const known = new Set(stored);
  const missing = texts.filter((text) => !known.has(text));
  const doubled = stored.filter((text, index) => stored.indexOf(text) < index);
  report(`${adds} adds, ${tries} tries, ${missing.length} missing, ${doubled.length} doubled`);
  return { refused, missing, doubled, tries };
}
