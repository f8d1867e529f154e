/** A server under measurement: the floor, or the product. */
export interface Target {
  port: number;
  /** Its process. */
  pid: number;
  /** The Cookie header of each signed-in person; the floor asks for none. */
  cookies: readonly string[];
}

/** The address where a target's clients connect. */
export const HOST = '127.0.0.1';

/** The origin that the product believes it has. */
export function originOf({ port }: Pick<Target, 'port'>): string {
  return `http://localhost:${port}`;
}
