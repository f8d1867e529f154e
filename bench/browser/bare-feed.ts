import type { Browser, Page } from '@playwright/test';

/** Cards to a chunk, which the browser passes over while it is out of view. */
const CHUNK_SIZE = 50;

const STYLE = `
  article { margin-block: 12px; padding: 16px; border: 1px solid; border-radius: 14px }
  .chunk { content-visibility: auto; contain-intrinsic-block-size: auto 4000px }
  svg { inline-size: 32px; block-size: 32px }
  header { position: fixed; inset-block-start: 0 }`;
const HEADER =
  '<header><svg viewBox="0 0 24 24"><path d="M0 0h24v24z"/></svg><button>0</button></header>';
const ARTICLE =
  '<article><b>Ada</b> <time>9:41 AM 2026-11-23</time><p>I am a thought</p></article>';
const SCRIPT = `
  const [pill, chunk] = ['button', '.chunk'].map((name) => document.querySelector(name));
  function count() {
    pill.textContent = Number(pill.textContent) + 1;
    document.title = '(' + pill.textContent + ') Bare feed';
  }
  function prepend() {
    chunk.prepend(chunk.firstElementChild.cloneNode(true));
  }
  scrollTo(0, document.body.scrollHeight / 2);`;

export interface BareFeed {
  page: Page;
  /** Someone else's thought: it is counted, in the title and on the page. */
  count: () => Promise<unknown>;
  /** The reader's own: its card comes in above all others. */
  prepend: () => Promise<unknown>;
}

/** Opens a bare page of so many cards in chunks, and goes to their middle. */
export async function openBareFeed(browser: Browser, cards: number): Promise<BareFeed> {
  const page = await browser.newPage();
  const chunk = `<div class="chunk">${ARTICLE.repeat(CHUNK_SIZE)}</div>`;
  await page.setContent(
    `<style>${STYLE}</style>${HEADER}${chunk.repeat(cards / CHUNK_SIZE)}<script>${SCRIPT}</script>`,
  );
  return {
    page,
    count: () => page.evaluate('count()'),
    prepend: () => page.evaluate('prepend()'),
  };
}
