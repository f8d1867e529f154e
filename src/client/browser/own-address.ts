/**
 * An address of this board by its path. Not relative to the page: one that was opened as
 * https://user:password@host/ keeps these, and no request may have them in its address.
 */
export function ownAddress(path: string): string {
  return new URL(path, location.origin).href;
}

export function fetchOwn(path: string): Promise<Response> {
  return fetch(ownAddress(path));
}
