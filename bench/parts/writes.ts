import { ratioAtLeast, ratioAtMost, type Row, type Section } from '#bench/figures.ts';
import { startFloor } from '#bench/floor/floor.ts';
import { startProduct } from '#bench/product/product.ts';
import { measureInTurn, SECONDS } from '#bench/rounds.ts';
import { withSides } from '#bench/sides.ts';
import { cpuRow } from '#bench/sustained-rows.ts';

const WRITERS = 32;

/** Measures acknowledged posts a second, against a floor that may lose the last ones and one that may not. */
export function measureWrites(): Promise<Section> {
  const starts = [
    () => startFloor('normal'),
    () => startFloor('full'),
    () => startProduct({ people: WRITERS }),
  ];
  return withSides(starts, async (sides) => {
    const [normal = [], full = [], product = []] = await measureInTurn(sides, ({ load }) =>
      load.run('requests', { path: null, connections: WRITERS, millis: SECONDS * 1_000 }),
    );
    const rates = (side: typeof normal): number[] => side.map(({ perSecond }) => perSecond);
    const rate = (name: string, floor: typeof normal): Row => ({
      name: `acknowledged posts, floor ${name}`,
      unit: '/s',
      floor: rates(floor),
      product: rates(product),
    });
    const cpu = cpuRow({ name: 'server CPU for one post, floor NORMAL', floor: normal, product });
    return {
      title: `Writes, ${WRITERS} writers`,
      floor: 'bare node:http',
      rows: [
        { ...rate('NORMAL', normal), wanted: ratioAtLeast(0.8) },
        rate('FULL', full),
        // The limit was 0.15 ms where the floor took 0.12.
        { ...cpu, wanted: ratioAtMost(1.25) },
      ],
    };
  });
}
