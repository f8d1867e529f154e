export function newThoughts(count: number): string {
  return count === 1 ? '1 new thought' : `${count} new thoughts`;
}
