import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { boardProcess } from '#scripts/board-process.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const pages = globSync('{*,{bench,docs,tests}/**/*}.md', { cwd: ROOT }).toSorted();

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('links to what is there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/gu)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    const own = links.filter((link) => !/^https?:/u.test(link));
    expect(own.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  test('names npm scripts that there are', () => {
    const { scripts } = v.parse(
      v.object({ scripts: v.record(v.string(), v.string()) }),
      JSON.parse(read('package.json')),
    );
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z\d:]*)/gu)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

test("README's table has each setting of the server", () => {
  const [, table = ''] = read('README.md').split('## Configure it');
  const rows = table.split('## ')[0]?.match(/^\| `.*$/gmu) ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]+/gu) ?? []);
  const [, settings = ''] = read('src/server/config.ts').split('const Settings = v.object({');
  const known = [...(settings.split('\n});')[0] ?? '').matchAll(/^ {2}([A-Z_]+):/gmu)].map(
    ([, name = '']) => name,
  );
  expect(known.length).toBeGreaterThan(5);
  expect(named.toSorted()).toEqual(known.toSorted());
});

test.each(['deploy/thought-cloud.service', 'docs/hosting.md'])(
  '%s starts the server by the command of `npm start`',
  (file) => {
    const command = `node_modules/.bin/node ${boardProcess.args.join(' ')}`;
    expect(read(file).replaceAll(/\s+/gu, ' ')).toContain(command);
  },
);

test('the index of records has each with its title', () => {
  const files = globSync('[0-9]*.md', { cwd: join(ROOT, 'docs/decisions') });
  const titled = files.map((file) => {
    const [title = ''] = read(join('docs/decisions', file)).split('\n');
    return `| [${title.replace(/^# (\d+):?/u, '$1')}](${file}) |`;
  });
  const index = read('docs/decisions/README.md');
  expect(titled.filter((row) => !index.includes(row))).toEqual([]);
});

test('no record is longer than their index says', () => {
  const [, most] = /at most (\d+) lines/u.exec(read('docs/decisions/README.md')) ?? [];
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT });
  expect([Number(most) > 0, files.length > 10]).toEqual([true, true]);
  expect(files.filter((file) => read(file).trimEnd().split('\n').length > Number(most))).toEqual(
    [],
  );
});

test("the trials' page has each amount with what is usual", () => {
  const files = globSync('tests/faults/*.faults.ts', { cwd: ROOT }).map(read).join('\n');
  const amounts = [...files.matchAll(/amountOf\('([A-Z_]+)', ([\d_]+)\)/gu)].map(
    ([, name, amount = '']) =>
      `\`${name}\` (${Number(amount.replaceAll('_', '')).toLocaleString('en')}`,
  );
  const page = read('tests/faults/README.md');
  expect(amounts.length).toBeGreaterThan(10);
  expect(amounts.filter((amount) => !page.includes(amount))).toEqual([]);
});

/** Whether a page's link leads to a file or a folder, and to one of its headings if it names one. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  const headings = [...read(target).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => heading);
  return headings.some((heading) => anchorOf(heading) === anchor);
}

/** The anchor that a heading gets where the pages are read: small letters, dashes, no punctuation. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/gu, '-');
}
