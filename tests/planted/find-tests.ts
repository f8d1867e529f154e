import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Fault } from './fault.ts';
import { runProject, type Outcome } from './run-tests.ts';
import type { SeeingTest } from './seen-by.ts';

interface Search extends Pick<SeeingTest, 'runner' | 'project'> {
  args: readonly string[];
}

/** Looks for a test that fails in a copy with a fault in it: the cheapest kinds of tests first. */
export async function findTests(folder: string, { file }: Fault): Promise<SeeingTest[]> {
  for (const { args, ...project } of searchesFor(file)) {
    const outcomes = await runProject(folder, project, args);
    // One without a name was mostly given up after another's failure.
    const failed = outcomes.find(({ name, hasPassed }) => name !== '' && !hasPassed);
    if (failed !== undefined) return [testOf(failed)];
  }
  return [];
}

function searchesFor(file: string): Search[] {
  const node = { runner: 'vitest', project: 'node' } as const;
  const dom = { runner: 'vitest', project: 'dom' } as const;
  const postgres = { runner: 'vitest', project: 'postgres' } as const;
  const chromium = { runner: 'playwright', project: 'chromium' } as const;
  const endToEnd = { ...chromium, args: ['--max-failures=1'] };
  const related = ['related', file, '--bail=1'];
  const beside = ['.test.ts', '.test.tsx']
    .map((ending) => file.slice(0, -extname(file).length) + ending)
    .filter((test) => existsSync(test))
    .map((test) => ({ ...(test.endsWith('x') ? dom : node), args: [test] }));
  if (file.endsWith('.css')) return [endToEnd];
  if (file.includes('/postgres/')) return [...beside, { ...postgres, args: ['--bail=1'] }];
  if (!/\.tsx?$/u.test(file)) return [{ ...node, args: ['--bail=1'] }];
  return [...beside, { ...node, args: related }, { ...dom, args: related }, endToEnd];
}

/** A title made of a template stands nowhere in the file: its longest part that does takes its place. */
function testOf({ runner, project, file, title }: Outcome): SeeingTest {
  const source = readFileSync(file, 'utf8');
  const words = title.split(' ');
  const parts = words.flatMap((_word, start) =>
    words.slice(start).map((_last, length) => words.slice(start, start + length + 1).join(' ')),
  );
  const [part = ''] = parts
    .filter((candidate) => source.includes(candidate))
    .toSorted((a, b) => b.length - a.length);
  return { runner, project, file, ...(part !== '' && { title: part }) };
}
