import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What a payload calls when it runs; the tests define it in the page. */
const CALLED = 'ran';

const CALL = `${CALLED}()`;
const IMAGE = `<img src=x onerror=${CALL}>`;

/** Markup that runs the call, one kind to a line. */
const MARKUP = `
<script>CALL</script>
<svg onload=CALL>
<iframe srcdoc="<script>parent.CALL</script>">
<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=CALL>">
{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=CALL>"}}`
  .trim()
  .replaceAll('CALL', CALL)
  .split('\n');

/** Addresses that run something, or would if they were trusted. */
const ADDRESSES: readonly string[] = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  `\u0001javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${CALL}'/>`,
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${CALL}"/>`)}`,
  `https:javascript:${CALL}`,
  `https://evil.example/"onerror="${CALL}`,
  `https://evil.example/x"><script>${CALL}</script>`,
];

/** Texts that run something if a page takes them for more than text. */
const PAYLOADS: readonly string[] = [
  IMAGE,
  ...MARKUP,
  ...ADDRESSES.flatMap((link) => [link, `<a href="${link}">x</a>`, `[x](${link})`]),
];

/** A page of thoughts that the server would never send: too many, and some invalid. */
const HOSTILE_PAGE = PAYLOADS.map((text, index) => ({
  textID: `${index}`.padStart(20, 'x'),
  uID: `author${index}`,
  uName: PAYLOADS[(index * 7) % PAYLOADS.length],
  text,
  createdAt: { seconds: 1_700_000_000 - index, nanoseconds: 0 },
  uProfile: ADDRESSES[index % ADDRESSES.length],
  version: 1,
}));

test(
  'no payload in text, name and photo runs, whatever a server sends',
  { tag: '@self-hosted' },
  async ({ signedIn, consoleGuard }) => {
    // Their photos are refused by the policy, or don't exist.
    consoleGuard.expect(
      /foreign request|Failed to load resource|local resource|Content Security Policy|img-src|may not load/u,
    );
    const page = await signedIn(`<img src=x onerror=${CALLED}()>`);
    const runs = await watchRuns(page);
    await page.route(/^https?:\/\/evil\.example/u, (route) => route.abort());
    await page.route('**/api/thoughts?**', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), thoughts: HOSTILE_PAGE, more: false },
      });
    });
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await scrollThrough(page);
    expect(await strangeElements(page)).toEqual([]);
    await page.goto('/profile/');
    await expect(page.getByRole('heading', { name: `${CALLED}()` })).toBeVisible();
    expect(await strangeElements(page)).toEqual([]);
    expect(runs).toEqual([]);
  },
);

/** Collects each sign that a payload ran, and each report of the content security policy. */
async function watchRuns(page: Page): Promise<string[]> {
  const runs: string[] = [];
  page.on('dialog', (dialog) => {
    runs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction(CALLED, () => {
    runs.push('ran');
  });
  await page.exposeFunction('reportViolation', (directive: string) => {
    // The policy is meant to refuse photos; anything else got too far.
    if (directive !== 'img-src') runs.push(`refused by the policy: ${directive}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      Reflect.get(globalThis, 'reportViolation')(event.effectiveDirective);
    });
  });
  return runs;
}

/** Brings every card into view once. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = document.documentElement;
    for (let top = 0; top < root.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Elements that our code does not make: something was taken for markup. */
function strangeElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = [...document.querySelectorAll('article p *, bdi *, h1 *, h2 *')].filter(
      (element) => !['A', 'BDI', 'SPAN', 'WBR'].includes(element.tagName),
    );
    const elsewhere = document.querySelectorAll('iframe, object, embed, base, marquee, math');
    const links = [...document.querySelectorAll('a')].filter(
      ({ protocol }) => protocol !== 'http:' && protocol !== 'https:',
    );
    return [...inside, ...elsewhere, ...links].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
