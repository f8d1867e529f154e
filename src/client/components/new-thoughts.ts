/** "1 new thought", "2 new thoughts". */
export function newThoughts(count: number): string {
  return count === 1 ? '1 new thought' : `${count} new thoughts`;
}
