import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { addThought } from './thoughts.ts';

const BUILT = join(import.meta.dirname, '../../dist/client');

test(
  'the session token is in no address, page, storage or answer of the browser',
  { tag: '@self-hosted' },
  async ({ person }) => {
    const ada = await person('Ada');
    const seen: string[] = [];
    ada.on('request', (request) => seen.push(request.url(), request.postData() ?? ''));
    await addThought(ada, 'A thought without secrets');
    await ada.goto('/profile/');
    await expect(ada.getByRole('heading', { name: "Ada's Profile" })).toBeVisible();
    seen.push(await ada.content(), ada.url());
    seen.push(
      await ada.evaluate(() =>
        JSON.stringify([
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          document.cookie,
          history.state,
        ]),
      ),
    );
    const session = await ada.request.get('/api/session');
    seen.push(await session.text());

    const cookies = (await ada.context().cookies()).filter(({ value }) => value.length > 20);
    expect(cookies.length).toBeGreaterThan(0);
    for (const { name, value, httpOnly } of cookies) {
      expect([name, httpOnly]).toEqual([name, true]);
      expect([name, seen.filter((text) => text.includes(value))]).toEqual([name, []]);
    }
  },
);

test(
  'the built files hold no source map and no setting of the server',
  { tag: '@self-hosted' },
  () => {
    const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((name) => /\.(?:js|css|html)$/u.test(name));
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) {
      const text = readFileSync(join(BUILT, name), 'utf8');
      const found = /sourceMappingURL|GOOGLE_CLIENT_SECRET|DATA_DIR|client_secret/u.exec(text)?.[0];
      expect([name, found]).toEqual([name, undefined]);
    }
  },
);
