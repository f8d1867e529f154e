import type { Counts } from './export-board.ts';

/** How many of what there are, for the operator. */
export function describeCounts({ person, thought, deleted }: Counts): string {
  const thoughts = thought === 1 ? '1 thought' : `${thought} thoughts`;
  const people = person === 1 ? '1 person' : `${person} people`;
  return `${thoughts}, ${people}, ${deleted} deleted ${deleted === 1 ? 'id' : 'ids'}`;
}
