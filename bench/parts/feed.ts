import {
  slowDown,
  THROTTLE,
  withBrowser,
  openReadFeed,
  requireCards,
} from '#bench/browser/browser.ts';
import { measureFeedRound, type Times } from '#bench/browser/feed-round.ts';
import { type Row, type Section, quantile } from '#bench/figures.ts';
import { startProduct, type Product } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';

const FEW = 50;
const MANY = 10_000;
/** How much longer 98 of 100 openings of the add dialog may take until they are painted. */
const OPENING_LIMIT = 1.4;

/** Measures the feed with many thoughts loaded against the same page with few. */
export function measureFeed(): Promise<Section> {
  return withBrowser(async (browser) => {
    const products: Product[] = [];
    try {
      const pages = [];
      for (const size of [FEW, MANY]) {
        const product = await startProduct({ thoughts: size });
        products.push(product);
        const page = await openReadFeed(browser, product, size);
        await slowDown(page);
        pages.push({ page, size });
      }
      const [few = [], many = []] = await measureInTurn(pages, async ({ page, size }) => {
        await page.bringToFront();
        const times = await measureFeedRound(page);
        await requireCards(page, size);
        return times;
      });
      return sectionOf(few, many);
    } finally {
      for (const product of products) await product.stop();
    }
  });
}

function sectionOf(few: readonly Times[], many: readonly Times[]): Section {
  const names = Object.keys(few[0] ?? {});
  const row = (name: string, share: number): Row => ({
    name: `${name}, p${share * 100}`,
    unit: 'ms',
    floor: few.map((times) => quantile(times[name] ?? [], share)),
    product: many.map((times) => quantile(times[name] ?? [], share)),
  });
  const rows = names.flatMap((name) => [row(name, 0.5), row(name, 0.98)]);
  const opening = rows.find(({ name }) => name === 'opening the add dialog, p98');
  if (opening !== undefined) opening.wanted = ['ratio', '<=', OPENING_LIMIT];
  return {
    title: `Feed of ${MANY}, processor slowed ${THROTTLE} times`,
    floor: `with ${FEW}`,
    rows,
  };
}
