import * as v from 'valibot';
import { PAGE_LIMIT } from '#shared/limits.ts';
import { cursorAfter, Page, PATHS, type VersionedThought } from '#shared/wire.ts';
import type { LiveQueryName } from '#client/backend/backend.ts';
import type { Browser } from './browser.ts';
import { send } from './request.ts';

/** Reads `size` thoughts of a query, newest first, after one thought or from the top. */
export async function readThoughts(
  browser: Browser,
  query: LiveQueryName,
  { size, after }: { size: number; after?: VersionedThought | undefined },
): Promise<Page> {
  const thoughts: VersionedThought[] = [];
  let more = true;
  while (more && thoughts.length < size) {
    const last = thoughts.at(-1) ?? after;
    const page = await readPage(browser, {
      ...(query === 'own' && { author: 'me' }),
      ...(last !== undefined && { before: cursorAfter(last) }),
      limit: String(Math.min(size - thoughts.length, PAGE_LIMIT)),
    });
    thoughts.push(...page.thoughts);
    more = page.more;
  }
  return { thoughts, more };
}

async function readPage(browser: Browser, query: Record<string, string>): Promise<Page> {
  const search = new URLSearchParams(query);
  return v.parse(Page, await send(browser, ['GET', `${PATHS.thoughts}?${search}`]));
}
