import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '#shared/wire.ts';
import { boardFlags } from '#bin/board-flags.mjs';
import { boardCommand } from '#scripts/board-process.mjs';

const ROOT = join(import.meta.dirname, '..');
const Manifest = v.object({ scripts: v.record(v.string(), v.string()) });

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = globSync('{*,{bench,docs,tests,tools}/**/*}.md', { cwd: ROOT });

test('every link within the pages leads to an existing file', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s#]+)[^)]*\)|(?:src|srcset)="([^"]+)"/gu)]
      // GitHub has the page of a workflow beside the files, wherever the repository is.
      .map(([, link, image]) =>
        (link ?? image ?? '').replace(/^(?:\.\.\/){2}actions\/(workflows\/[^/]+).*/u, '.github/$1'),
      )
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

const FOLDERS = 'bench,bin,deploy,docs,firebase,public,scripts,src,tests,tools';
const ENDS = 'cjs|conf|css|html|js|json|jsonl|md|mjs|service|sql|ts|tsx|yml';
const files = globSync(`{*,.ci/*,{${FOLDERS}}/**/*}`, { cwd: ROOT });

/** What pages name and others make: two builds, Google, a package and Node. */
const OF_OTHERS = ['docs/gallery', '404.html', 'api.js', 'firebase/firestore/lite', 'NO_PROXY'];

test('every file that a page names exists', () => {
  const paths = new RegExp(
    `^(?:(?:${FOLDERS.replaceAll(',', '|')})/\\S+|[\\w@.-]+\\.(?:${ENDS}))$`,
    'u',
  );
  const missing = pages.flatMap((page) =>
    namesIn(page)
      .filter((name) => paths.test(name) && !OF_OTHERS.includes(name) && !isThere(name))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every setting that a page names is read somewhere', () => {
  const sources = files.filter((file) => /\.(?:[cm]?js|tsx?)$/u.test(file));
  const code = sources.map(read).join('\n');
  const unknown = pages.flatMap((page) =>
    namesIn(page)
      .flatMap((name) => name.match(/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+(?==|$)/u) ?? [])
      .filter((name) => !OF_OTHERS.includes(name) && !code.includes(name))
      .map((name) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every record that a page names by its number exists', () => {
  const numbers = new Set(files.map((file) => /^docs\/decisions\/(\d\d)-/u.exec(file)?.[1]));
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/\brecords? (\d\d)\b/gu)]
      .filter(([, number]) => !numbers.has(number))
      .map(([name]) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every command for people and thoughts that a page names exists', () => {
  const code = read('src/server/operator/main.ts');
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (people|thoughts) -- ([a-z-]+)/gu)]
      .filter(([, what, how]) => !code.includes(`'${what} ${how}'`))
      .map(([command]) => `${page}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

test('every test that a page quotes exists', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/gu)].flatMap(
      ([, file = '', titles = '']) => {
        const found = files.filter((path) => path.endsWith(`/${file}`)).map(read);
        return [...titles.matchAll(/"([^"]+)"/gu)]
          .filter(([, title = '']) => !found.some((code) => code.includes(title)))
          .map(([title]) => `${page}: ${file}: ${title}`);
      },
    ),
  );
  expect(missing).toEqual([]);
});

/** What a page puts into code font. */
function namesIn(page: string): string[] {
  return [...read(page).matchAll(/`([^`\n]+)`/gu)].map(([, name = '']) => name);
}

/** Whether there is such a file, by its path or the end of it, which may have a pattern. */
function isThere(name: string): boolean {
  if (/[*{]/u.test(name)) return globSync(name, { cwd: ROOT }).length > 0;
  return (
    files.some((file) => file === name || file.endsWith(`/${name}`)) || existsSync(join(ROOT, name))
  );
}

test('the unit lets a server listen on all addresses of its machine', () => {
  const [, families] =
    /^RestrictAddressFamilies=(.*)$/mu.exec(read('deploy/thought-cloud@.service')) ?? [];
  expect(families).toContain('AF_NETLINK');
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
