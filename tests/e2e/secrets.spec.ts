import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const BUILT = join(import.meta.dirname, '../../dist/client');

test(
  'the built files hold no source map, no token and no setting of the server',
  { tag: '@self-hosted' },
  () => {
    const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((name) => /\.(?:js|css|html)$/u.test(name));
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) {
      const text = readFileSync(join(BUILT, name), 'utf8');
      const found =
        /sourceMappingURL|GOOGLE_CLIENT_SECRET|DATA_DIR|client_secret|access_token|id_token/u.exec(
          text,
        )?.[0];
      expect([name, found]).toEqual([name, undefined]);
    }
  },
);
