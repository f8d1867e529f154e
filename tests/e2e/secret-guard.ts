import type { BrowserContext, Page } from '@playwright/test';

/** The board's own cookies; their values are secrets. */
const OWN = /-(?:session|sign-in)$/u;
/** What no log may hold, whoever's it is. */
const TELLTALE = /"?(?:access_token|id_token|refresh_token|client_secret|code_verifier)"?\s*[:=]/u;

/** Notes what a browser asks for from now on; returns what finds its secrets where none belong. */
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
    if (TELLTALE.test(log)) found.push('log: a token');
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

/** What a page shows and keeps; nothing of one that is just leaving. */
async function kept(page: Page): Promise<string[]> {
  const asked = page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    document.cookie,
    JSON.stringify(history.state),
  ]);
  return asked.catch(() => []);
}
