/** Makes something once for each SQL text, of which there are few, all fixed in the source. */
export function memoizeBySQL<Result>(make: (sql: string) => Result): (sql: string) => Result {
  const known = new Map<string, Result>();
  return (sql) => {
    const made = known.get(sql) ?? make(sql);
    known.set(sql, made);
    return made;
  };
}
