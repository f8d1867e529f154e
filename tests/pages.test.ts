import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '#shared/wire.ts';
import { boardCommand, boardFlags } from '#scripts/board-process.mjs';

const ROOT = join(import.meta.dirname, '..');
const Manifest = v.object({ scripts: v.record(v.string(), v.string()) });

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync('{*,{bench,docs,tests}/**/*}.md', { cwd: ROOT });

test('every link within the pages leads to an existing file', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s#]+)[^)]*\)|(?:src|srcset)="([^"]+)"/gu)]
      .map(([, link, image]) => link ?? image ?? '')
      .filter((link) => !/^https?:/u.test(link) && !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('every npm script that a page says to run exists', () => {
  const { scripts } = v.parse(Manifest, JSON.parse(read('package.json')));
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:--silent )?([a-z][a-z\d:]*)/gu)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([command]) => `${page}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test('a stream that is quiet for longer than between two heartbeats is not cut off by nginx', () => {
  const nginx = read('deploy/nginx.conf');
  const [, seconds] = /^ *proxy_read_timeout (\d+)s;$/mu.exec(nginx) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(2 * HEARTBEAT_INTERVAL_MS);
  expect(nginx).toContain(`a heartbeat every ${HEARTBEAT_INTERVAL_MS / 1_000} seconds.`);
});

test('the service and the image start the server with the flags of `npm start`', () => {
  expect(read('deploy/thought-cloud@.service')).toContain(`/usr/bin/env ${boardCommand.join(' ')}`);
  expect(read('deploy/Containerfile')).toContain(
    `ENTRYPOINT ["node", "${boardFlags.join('", "')}"`,
  );
});
