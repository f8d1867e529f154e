import { loadOnce, type Loaded } from '#bench/browser/load-once.ts';
import { withPlainChromium } from '#bench/browser/plain-chromium.ts';
import { ratioAtMost, valueAtMost, type Section } from '#bench/figures.ts';
import { startBarePage } from '#bench/floor/floor.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn } from '#bench/rounds.ts';
import { originOf } from '#bench/start-process.ts';

/** Measures a first visit on a slow phone network against a bare page of the same weight. */
export function measureFirstLoad(): Promise<Section> {
  return withPlainChromium(async (chromium) => {
    const product = await startProduct({ thoughts: 1_000 });
    const visitProduct = (): Promise<Loaded> =>
      loadOnce(chromium, originOf(product), product.cookies[0]);
    // The first page after a start has no preloads; the second shows how much the bare page has to weigh.
    await visitProduct();
    const { bytes } = await visitProduct();
    const bare = await startBarePage(bytes);
    const visitBare = (): Promise<Loaded> => loadOnce(chromium, originOf(bare));
    try {
      const [floor = [], measured = []] = await measureInTurn([visitBare, visitProduct], (visit) =>
        visit(),
      );
      return sectionOf(floor, measured);
    } finally {
      await bare.close();
      await product.stop();
    }
  });
}

function sectionOf(floor: readonly Loaded[], product: readonly Loaded[]): Section {
  return {
    title: 'First load on slow 4G, processor slowed 4 times',
    floor: 'bare page as heavy',
    rows: [
      {
        name: 'first thought shown',
        unit: 'ms',
        floor: floor.map(({ millis }) => millis),
        product: product.map(({ millis }) => millis),
        wanted: ratioAtMost(1.15),
      },
      {
        name: 'received',
        unit: 'kB',
        floor: floor.map(({ bytes }) => bytes / 1_000),
        product: product.map(({ bytes }) => bytes / 1_000),
      },
      {
        name: 'layout shift',
        unit: '',
        floor: [],
        product: product.map(({ shift }) => shift),
        wanted: valueAtMost(0),
      },
    ],
  };
}
