import type { BrowserContext, Page } from '@playwright/test';

/** The board's own cookies; their values are secrets. */
const OWN = /-(?:session|sign-in)$/u;
/** Tokens that no log may hold, whoever's they are. */
const TOKEN = /"?(?:access_token|id_token|refresh_token|client_secret|code_verifier)"?\s*[:=]/u;

/** Records a browser's requests from now on; returns the function that finds its secrets where none belong. */
export function watchSecrets(context: BrowserContext): (log: string) => Promise<string[]> {
  const requested: string[] = [];
  const pages = new Set<Page>();
  context.on('request', (request) => requested.push(request.url()));
  context.on('page', (page) => {
    pages.add(page);
    page.once('crash', () => pages.delete(page));
  });
  return async (log) => {
    const cookies = (await context.cookies()).filter(({ name }) => OWN.test(name));
    const found = cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => `script: ${name}`);
    if (TOKEN.test(log)) found.push('log: a token');
    if (cookies.length === 0) return found;
    const shown = (await Promise.all([...pages].map(kept))).flat();
    const places = { addresses: requested, pages: shown, log: [log] };
    for (const [place, texts] of Object.entries(places)) {
      for (const { name, value } of cookies) {
        if (texts.some((text) => text.includes(value))) found.push(`${place}: ${name}`);
      }
    }
    return found;
  };
}

/** What a page shows and keeps; nothing for a page that is just being left. */
async function kept(page: Page): Promise<string[]> {
  const contents = page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    document.cookie,
    JSON.stringify(history.state),
  ]);
  return contents.catch(() => []);
}
