import { readFileSync, writeFileSync } from 'node:fs';
import { FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import type { SeenBy } from './seen-by.ts';

const PAGE = 'docs/testing.md';
const BEGIN = '<!-- planted:begin -->';
const END = '<!-- planted:end -->';

/** Writes the table of faults and the tests that see them into the page about tests. */
export function writeTable(seenBy: SeenBy): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`${PAGE} lacks ${BEGIN} or ${END}.`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tablesOf(seenBy)}\n\n${END}${after}`);
}

function tablesOf(seenBy: SeenBy): string {
  const tables = Object.entries(FAULTS).map(([kind, faults]) => {
    const rows = faults.map((fault) => rowOf(fault, seenBy));
    return [
      `### ${kind}`,
      '',
      '| fault | promise | seen by |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return tables.join('\n\n');
}

function rowOf({ name, promise }: Fault, seenBy: SeenBy): string {
  const tests = (seenBy[name] ?? []).map(({ project, file, title }) => {
    const place = `\`${file}\` (${project})`;
    return title === undefined ? place : `${place}: ${title}`;
  });
  return `| ${name} | ${promise} | ${tests.join('<br>').replaceAll('|', String.raw`\|`)} |`;
}
