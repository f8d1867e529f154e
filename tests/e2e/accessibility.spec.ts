import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './board-test.ts';
import { SHOTS } from '#tests/gallery/shots.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    for (const { name, open } of SHOTS) {
      test(
        `axe finds nothing on the screen ${name}`,
        { tag: '@self-hosted' },
        async ({ person, visitor, trouble }) => {
          trouble.expect(/404/u);
          const page = await open({ person, visitor });
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual(
            [],
          );
        },
      );
    }
  });
}
