import type { Imported } from './import-board.ts';
import type { Counts } from './records.ts';

/** How many of what there are, for the operator. */
export function describeCounts({ person, thought, deleted }: Counts): string {
  const thoughts = thought === 1 ? '1 thought' : `${thought} thoughts`;
  const people = person === 1 ? '1 person' : `${person} people`;
  return `${thoughts}, ${people}, ${deleted} deleted ${deleted === 1 ? 'id' : 'ids'}`;
}

/** What an import did, for the operator. */
export function describeImported(file: string, { added, known }: Imported): string {
  const rest = known === 0 ? '' : ` ${known} were there already, and stayed as they were.`;
  return `From ${file} were added: ${describeCounts(added)}.${rest}`;
}
