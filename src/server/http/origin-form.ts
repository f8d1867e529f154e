/** A request's target as a path: `GET http://host/path` is valid too, and means the same. */
export function toOriginForm(target: string): string {
  if (!/^https?:/iu.test(target)) return target;
  const url = URL.parse(target);
  return url === null ? '/' : `${url.pathname}${url.search}`;
}
