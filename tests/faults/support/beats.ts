import { pause } from '#shared/backoff.ts';
import { PATHS } from '#shared/wire.ts';
import type { Visitor } from '#tests/server/sign-in.ts';
import type { Sample } from './watched-page.ts';

/** Milliseconds between two beats. */
const BEAT_MS = 500;

/** Somebody edits a thought over and over, so that it says how far a list has got. */
export function startBeats(other: Visitor, textID: string) {
  /** When (ms) each beat was stored. */
  const times = [0, Date.now()];
  const stop = new AbortController();
  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await pause(BEAT_MS);
      const last = times.length - 1;
      const edit = { text: `beat ${last + 1}`, baseText: `beat ${last}`, baseVersion: last };
      const { status } = await other.sendJSON('PATCH', `${PATHS.thoughts}/${textID}`, edit);
      if (status !== 200) throw new Error(`Editing was answered ${status}.`);
      times.push(Date.now());
    }
  };
  const beating = beat();
  beating.catch(() => {});
  return {
    times,
    last: () => `beat ${times.length - 1}`,
    stop: () => {
      stop.abort();
      return beating;
    },
  };
}

/** A trouble, until the network was good again, and the calm after it; times in milliseconds. */
export interface Period {
  name: string;
  from: number;
  to: number;
  end: number;
}

/**
 * For how long (ms) a page lacked a change in a period: while it said that it was live, and while the network
 * was good. `times` says when each beat was stored.
 */
export function wrongIn(
  { from, to, end }: Period,
  samples: readonly Sample[],
  times: readonly number[],
) {
  let [live, late, liveSince] = [0, 0, 0];
  for (const [index, { at, isLive, texts }] of samples.entries()) {
    if (isLive && samples[index - 1]?.isLive !== true) liveSince = at;
    const until = Math.min(end, samples[index + 1]?.at ?? Infinity);
    const beat = Math.max(0, ...texts.map((text) => Number(/^beat (\d+)$/u.exec(text)?.[1] ?? 0)));
    const missingSince = times[beat + 1];
    if (missingSince === undefined || until <= from) continue;
    if (isLive) live = Math.max(live, until - Math.max(missingSince, liveSince));
    late = Math.max(late, until - Math.max(missingSince, to));
  }
  return { live, late };
}
