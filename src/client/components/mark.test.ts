import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DRAWINGS = [
  ['src/client/components/mark.tsx', 1],
  ['index.html', 3],
  ['public/icon.svg', 1],
  ['src/server/http/plain-page.ts', 1],
] as const;

const PARTS = /<path[^>]*? d="[^"]+"[^>]*?>|<circle [^>]+>/gu;

test('the mark is one drawing wherever it stands', () => {
  const drawings = DRAWINGS.flatMap(([file, count]) => {
    const parts = readFileSync(file, 'utf8').match(PARTS)?.map(shapeOf) ?? [];
    expect(parts).toHaveLength(3 * count);
    return Array.from({ length: count }, (_, at) => parts.slice(3 * at, 3 * at + 3).join(' '));
  });
  expect(new Set(drawings).size).toBe(1);
});

/** What is drawn, without how it is coloured. */
function shapeOf(part: string): string {
  return part.match(/ (?:d|cx|cy|r)="[^"]+"/gu)?.join('') ?? '';
}
