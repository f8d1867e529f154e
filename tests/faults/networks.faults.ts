import type { Page } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import { pause } from '#shared/backoff.ts';
import { addThought, readPage } from '#tests/server/sign-in.ts';
import { leave, press } from '#tests/e2e/press.ts';
import { addThought as addByHand, cardOf, shownTexts } from '#tests/e2e/thoughts.ts';
import { startBeats, wrongIn, type Period } from './support/beats.ts';
import type { NetworkLink } from './support/network-link.ts';
import { openStage, type Stage } from './support/network-stage.ts';
import { needPrograms } from './support/programs.ts';
import { amountOf, startTrial, type Trial } from './support/trial.ts';
import { nextHeartbeat, openFeed, SAMPLE_MS, type WatchedPage } from './support/watched-page.ts';

/** The longest time (ms) that a page may be wrong while it says that it is live. */
const LIVE_MS = 13_000;
/** The same of a hidden tab, once there is a network. */
const HIDDEN_MS = 60_000;
/**
 * When (ms) a page is right after a network that was silent for a minute or more. Chromium has six places for
 * connections to a server, and one that found no network keeps its place, whatever the page gives up: the system
 * tries it again after ever longer pauses, on Linux of 16, 32 and 64 s.
 */
const LONG_BACK_MS = 40_000;
/** How long (ms) the network is good between two faults, at least, and after pages have to be right. */
const [CALM_MS, AFTERWARDS_MS] = [20_000, 5_000];
/** Milliseconds after its last write in which a page opens another stream, and its idle connections close. */
const SETTLED_MS = 9_000;
const LONGEST = amountOf('BLACKHOLE', 180);

interface Trouble {
  name: string;
  seconds: number;
  /** When (ms) a page is right after it, if not already as after others. */
  backMs: number;
  begin: (link: NetworkLink) => void;
}

const blackhole = (seconds: number, backMs = 0): Trouble => ({
  name: `a blackhole of ${Math.round(seconds)} s`,
  seconds,
  backMs,
  begin: ({ set }) => set({ loss: 100 }),
});

// The longest come last: they leave Chromium with connections that a later trouble would meet.
const TROUBLES: readonly Trouble[] = [
  // A dead connection is noticed after so long.
  {
    name: 'forgotten connections',
    seconds: LIVE_MS / 1_000,
    backMs: 0,
    begin: ({ forget }) => forget(),
  },
  {
    name: 'a delay of 5 s',
    seconds: 30,
    backMs: 0,
    begin: ({ set }) => set({ delay: [5_000, 5_000] }),
  },
  {
    name: 'packets out of order',
    seconds: 20,
    backMs: 0,
    begin: ({ set }) => set({ delay: [0, 300] }),
  },
  blackhole(LONGEST / 9),
  { name: 'a loss of 60 %', seconds: 30, backMs: 0, begin: ({ set }) => set({ loss: 60 }) },
  blackhole(LONGEST / 3, LONG_BACK_MS),
  blackhole(LONGEST, LONG_BACK_MS),
];

test('pages over HTTP/1.1 are right behind a network that fails silently', async (context) => {
  const trial = startTrial('networks, HTTP/1.1');
  const stage = await openStage(context, trial.seed);
  expect(await findFaults(trial, stage, 3_000)).toEqual([]);
});

test('pages over HTTP/2 are right behind a network that fails silently', async (context) => {
  needPrograms(context.skip, 'nginx', 'openssl');
  const trial = startTrial('networks, HTTP/2');
  // Chromium leaves a session of HTTP/2 for dead only when a ping has had no answer for ten seconds.
  const stage = await openStage(context, trial.seed, 'HTTP/2');
  expect(await findFaults(trial, stage, 13_000)).toEqual([]);
});

test('what one adds, edits and deletes over a stream that has died silently stays as written', async (context) => {
  const rounds = amountOf('ROUNDS', 20);
  const { seed, report } = startTrial('networks, writes over a dead stream');
  const { link, ada, openContext } = await openStage(context, seed);
  const watched = await openFeed(await openContext('ada'));
  const { page } = watched;
  await pause(SETTLED_MS);
  const faults: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [edited, deleted] = [`round ${round}: to edit`, `round ${round}: to delete`];
    for (const text of [edited, deleted]) await addThought(ada, text);
    await cardOf(page, deleted).waitFor();
    // By now the stream is the only connection, so that the writes take another one.
    await nextHeartbeat(page);
    link.forget();
    const added = `round ${round}: added`;
    await addByHand(page, added);
    await press(cardOf(page, edited).getByTitle('Edit'));
    await page.getByRole('article').getByRole('textbox').fill(`round ${round}: edited`);
    await press(page.getByTitle('Save'));
    await press(cardOf(page, deleted).getByTitle('Delete'));
    await cardOf(page, deleted).waitFor({ state: 'detached' });
    await leave(page);
    const wanted = [added, `round ${round}: edited`].toSorted();
    const ofRound = (texts: readonly string[] = []): string[] =>
      texts.filter((text) => text.startsWith(`round ${round}: `)).toSorted();
    const shown = await vi.waitFor(async () => {
      const samples = await watched.samples();
      expect(ofRound(samples.at(-1)?.texts)).toEqual(wanted);
      return samples.length;
    });
    await pause(SETTLED_MS);
    for (const { texts } of (await watched.samples()).slice(shown)) {
      const now = ofRound(texts).join();
      if (now !== wanted.join()) faults.push(`round ${round}: ${now}`);
    }
    const stored = textsOf(await readPage(ada, '?limit=50'));
    expect(ofRound(stored)).toEqual(wanted);
  }
  report(`${rounds} rounds, ${faults.length} times something else on the screen than written`);
  expect(faults).toEqual([]);
});

/** Describes what pages show wrongly in and after all troubles; each has to be right so long (ms) after one. */
async function findFaults(
  { report }: Trial,
  { link, other, openContext }: Stage,
  backMs: number,
): Promise<string[]> {
  const beats = startBeats(other, await addThought(other, 'beat 1'));
  const [ofAda, ofGrace] = [await openContext('ada'), await openContext('grace', true)];
  const [desktop, hidden] = [await openFeed(ofAda), await openFeed(ofAda)];
  const phone = await openFeed(ofGrace);
  await hidden.hide(true);

  const periods: (Period & { back: number })[] = [];
  const written: { by: WatchedPage; text: string; at: number }[] = [];
  for (const { name, seconds, backMs: longer, begin } of TROUBLES) {
    const from = Date.now();
    begin(link);
    await pause(1_000);
    await addThought(other, `from elsewhere, in ${name}`);
    for (const [by, device] of [
      [desktop, 'desktop'],
      [phone, 'phone'],
    ] as const) {
      const text = `from a ${device}, in ${name}`;
      await addByHand(by.page, text);
      written.push({ by, text, at: Date.now() });
    }
    await pause(Math.max(0, from + seconds * 1_000 - Date.now()));
    link.set({});
    const to = Date.now();
    const back = Math.max(backMs, longer);
    await pause(Math.max(CALM_MS, back + AFTERWARDS_MS));
    periods.push({ name, from, to, back, end: Date.now() });
  }
  await beats.stop();
  const last = periods.at(-1);
  await pause(Math.max(0, (last?.to ?? 0) + HIDDEN_MS - Date.now()));
  if (last) last.end = Date.now();
  await hidden.hide(false);

  const stored = textsOf(await readPage(other, '?limit=50'));
  for (const { page } of [desktop, hidden, phone]) {
    await expect.poll(() => listOf(page), { timeout: 3_000 }).toEqual(stored);
  }
  expect(stored.toSorted()).toEqual(
    [
      ...written.map(({ text }) => text),
      ...TROUBLES.map(({ name }) => `from elsewhere, in ${name}`),
      beats.last(),
    ].toSorted(),
  );

  const faults: string[] = [];
  for (const [device, watched, atLeast] of [
    ['desktop', desktop, 0],
    ['phone', phone, 0],
    ['hidden tab', hidden, HIDDEN_MS],
  ] as const) {
    const samples = await watched.samples();
    for (const period of periods) {
      const { live, late } = wrongIn(period, samples, beats.times);
      report(
        `${device}, ${period.name}: wrong under Live for ${inSeconds(live)} s, right ${inSeconds(late)} s after the network`,
      );
      if (live > LIVE_MS) faults.push(`${device}, ${period.name}: ${live} ms wrong under Live`);
      if (late > Math.max(period.back, atLeast))
        faults.push(`${device}, ${period.name}: right ${late} ms after the network`);
    }
    for (const { at, texts } of samples) {
      const when = inSeconds(at - (periods[0]?.from ?? 0));
      const doubled = texts.filter((text, index) => texts.indexOf(text) < index);
      faults.push(...doubled.map((text) => `${device}: at ${when} s twice: ${text}`));
      const own = written.filter(({ by, at: since }) => by === watched && at > since + SAMPLE_MS);
      const gone = own.filter(({ text }) => !texts.includes(text));
      faults.push(...gone.map(({ text }) => `${device}: at ${when} s off its screen: ${text}`));
    }
  }
  return faults;
}

/** The texts of a page's list, with those that have waited. */
async function listOf(page: Page): Promise<string[]> {
  const pill = page.getByRole('button', { name: /^\d+ new thoughts?$/u });
  if (await pill.isVisible()) await press(pill);
  return shownTexts(page);
}

function textsOf({ thoughts }: Awaited<ReturnType<typeof readPage>>): string[] {
  return thoughts.map(({ text }) => text);
}

function inSeconds(millis: number): string {
  return (millis / 1_000).toFixed(1);
}
