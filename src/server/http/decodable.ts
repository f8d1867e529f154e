/** A request's target with a path that can be decoded: where it can't, percent signs mean themselves. */
export function toDecodable(target: string): string {
  return target.replace(/^[^?#]*/u, (path) =>
    isDecodable(path) ? path : path.replaceAll('%', '%25'),
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
