import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readTraces } from '#tests/e2e/secret-traces.ts';

const BUILT = join(import.meta.dirname, '../../../dist');

/** What no page, address, storage or log may hold, whoever's it is. */
const TELLTALE = /"?(?:access_token|id_token|refresh_token|client_secret|code_verifier)"?\s*[:=]/u;

test('after the whole run no token is in an address, a page, a storage, a log or a built file', () => {
  const { browsers, logs } = readTraces();
  const secrets = new Set(browsers.flatMap((browser) => browser.secrets).filter(isLong));
  test.info().annotations.push({
    type: 'scanned',
    description: `${secrets.size} tokens in ${browsers.length} browsers and ${logs.length} logs`,
  });
  expect(secrets.size).toBeGreaterThan(0);
  expect(logs.length).toBeGreaterThan(0);
  const places = {
    browsers: browsers.flatMap(({ texts }) => texts),
    logs,
    'built files': builtFiles(),
  };
  for (const [place, texts] of Object.entries(places)) {
    // One long text: thousands of tokens in thousands of places would be looked for for minutes.
    const all = texts.join('\n');
    const found = [...secrets].filter((secret) => all.includes(secret));
    expect([place, found.length]).toEqual([place, 0]);
  }
  expect(logs.filter((log) => TELLTALE.test(log))).toEqual([]);
});

function isLong(value: string): boolean {
  return value.length > 20;
}

function builtFiles(): string[] {
  if (!existsSync(BUILT)) return [];
  return readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:js|css|html|json|map|webmanifest)$/u.test(name))
    .map((name) => readFileSync(join(BUILT, name), 'utf8'));
}
