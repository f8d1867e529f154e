/** Most texts remembered: more than the program has, unless a value gets into one. */
const LIMIT = 100;

/** Returns the function that makes something of an SQL text once, and remembers it. */
export function memoizeBySQL<Result>(make: (sql: string) => Result): (sql: string) => Result {
  const known = new Map<string, Result>();
  return (sql) => {
    const found = known.get(sql);
    if (found !== undefined) return found;
    if (known.size >= LIMIT) known.clear();
    const made = make(sql);
    known.set(sql, made);
    return made;
  };
}
