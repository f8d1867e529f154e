import { readFileSync, writeFileSync } from 'node:fs';
import { FAULTS } from './all-faults.ts';
import type { Fault } from './fault.ts';
import { seeingTest } from './seen-by.ts';

const PAGE = 'docs/testing.md';
const BEGIN = '<!-- planted:begin -->';
const END = '<!-- planted:end -->';

/** Writes the table of faults and the tests that see them into the page about tests. */
export function writeTable(): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`${PAGE} lacks ${BEGIN} or ${END}.`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tablesOf()}\n\n${END}${after}`);
}

function tablesOf(): string {
  const tables = Object.entries(FAULTS).map(([kind, faults]) => {
    const rows = faults.map(rowOf);
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

function rowOf(fault: Fault): string {
  const { project, file, title } = seeingTest(fault);
  const place = `\`${file}\` (${project})${title === '' ? '' : `: ${title}`}`;
  return `| ${fault.name} | ${fault.promise} | ${place.replaceAll('|', String.raw`\|`)} |`;
}
