/** The row of a statement that always answers one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement answered no row.');
  return row;
}
