import { rowsOf, type Section } from '#bench/figures.ts';
import { measureInTurn, MILLIS } from '#bench/rounds.ts';
import { startFloor, startProduct } from '#bench/servers.ts';
import { withSides } from '#bench/sides.ts';
import { cpu, rate } from '#bench/sustained-rows.ts';

const WRITERS = 32;

/** Measures acknowledged posts a second, against a floor that may lose the last ones and one that may not. */
export function measureWrites(): Promise<Section> {
  const starts = [
    () => startFloor('normal'),
    () => startFloor('full'),
    () => startProduct({ people: WRITERS }),
  ];
  return withSides(starts, async (sides) => {
    const [normal = [], full = [], product = []] = await measureInTurn(sides, ({ run }) =>
      run('requests', { path: null, connections: WRITERS, millis: MILLIS }),
    );
    const posts = 'acknowledged posts, floor';
    const [normalRate, normalCpu] = [
      rate(`${posts} NORMAL`),
      cpu('server CPU for one post, floor NORMAL'),
    ];
    return {
      title: `Writes, ${WRITERS} writers`,
      floor: 'bare node:http',
      rows: [
        ...rowsOf([normal, product], [{ ...normalRate, wanted: ['ratio', '>=', 0.8] }]),
        ...rowsOf([full, product], [rate(`${posts} FULL`)]),
        // The limit was 0.15 ms where the floor took 0.12.
        ...rowsOf([normal, product], [{ ...normalCpu, wanted: ['ratio', '<=', 1.25] }]),
      ],
    };
  });
}
