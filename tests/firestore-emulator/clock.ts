/** A server's clock, in RFC 3339 with microseconds as Firestore keeps them; no time comes twice. */
export function createClock(): () => string {
  let last = 0;
  return () => {
    last = Math.max(Date.now() * 1000, last + 1);
    const millis = Math.floor(last / 1000);
    const micros = String(last - millis * 1000).padStart(3, '0');
    return new Date(millis).toISOString().replace('Z', `${micros}Z`);
  };
}
