/** How results are put: tables of numbers, and goals beside what was measured. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Three digits are as many as a run on a machine with other work can mean. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Prints rows below their titles: the first column to the left, numbers to the right. */
export function printTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : cell)));
  const widths = titles.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of [titles, ...cells]) {
    const padded = row.map((cell, column) => pad(cell, widths[column] ?? 0, column));
    console.log(`  ${padded.join('  ').trimEnd()}`);
  }
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly atLeast?: number;
  readonly below?: number;
}

/** Prints each measured value beside its goal. A goal that is missed is said to be, and fails nothing. */
export function printGoals(goals: readonly Goal[]): void {
  const rows = goals.map(({ what, measured, atLeast, below }) => {
    const isMet = atLeast === undefined ? measured < (below ?? Infinity) : measured >= atLeast;
    return [what, measured, atLeast === undefined ? `< ${below}` : `≥ ${atLeast}`, isMet ? 'met' : 'MISSED'];
  });
  printTable(['goal', 'measured', 'wanted', ''], rows);
}
