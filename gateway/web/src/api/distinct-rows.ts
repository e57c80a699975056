interface Row {
  readonly id?: unknown;
  readonly version?: unknown;
}

/**
 * The rows without duplicates: only the newest version of a record is kept. Pages read one after the other overlap when rows have moved in between,
 * and two rows with the same key would leave a stale one on the page.
 */
export function distinctRows<Each>(rows: readonly Each[]): readonly Each[] {
  const newest = new Map<unknown, Each>();
  let repeats = 0;
  for (const row of rows) {
    const { id, version } = row as Row;
    if (id === undefined) continue;
    const other = newest.get(id);
    if (other !== undefined) repeats += 1;
    if (other === undefined || Number(version) > Number((other as Row).version)) newest.set(id, row);
  }
  if (repeats === 0) return rows;
  return rows.filter((row) => {
    const { id } = row as Row;
    return id === undefined || newest.get(id) === row;
  });
}
