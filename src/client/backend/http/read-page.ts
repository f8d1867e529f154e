import type { Thought } from '#shared/thought.ts';
import { cursorAfter, Page, PATHS } from '#shared/wire.ts';
import type { LiveQueryName } from '#client/backend/backend.ts';
import { answerOf, type Send } from './request.ts';

/** Part of a query's list: so many thoughts from the top, or after one. */
export interface PageRange {
  size: number;
  after?: Thought | undefined;
  signal: AbortSignal;
}

/** Reads one page of a query, newest first. */
export async function readPage(
  send: Send,
  query: LiveQueryName,
  { size, after, signal }: PageRange,
): Promise<Page> {
  const search = new URLSearchParams({
    ...(query === 'own' && { author: 'me' }),
    ...(after !== undefined && { before: cursorAfter(after) }),
    limit: String(size),
  });
  const answer = await send(['GET', `${PATHS.thoughts}?${search}`], { signal });
  return answerOf(Page, answer);
}
