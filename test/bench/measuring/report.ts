/** Prints results: tables of numbers, and measured values with their targets. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The value below or at which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? NaN;
}

/** Formats a number with three digits, which is the precision of a run on a machine with other load. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Prints rows below their titles; the first column is left-aligned, the others right-aligned. */
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
  /** Lower bound; without `atLeast` or `below` the value is only reported. */
  readonly atLeast?: number;
  readonly below?: number;
  /** The values of which `measured` is the median. */
  readonly spread?: readonly number[];
  /** The same measurement of an empty page or call, as a baseline for the machine. */
  readonly nothing?: number;
}

/** Prints each measured value with its target. A missed target is reported but fails nothing. */
export function printGoals(goals: readonly Goal[]): void {
  const isDetailed = goals.some(({ spread, nothing }) => spread !== undefined || nothing !== undefined);
  const rows = goals.map(({ what, measured, spread, nothing, ...bounds }) => [
    what,
    measured,
    ...judge(measured, bounds),
    ...(isDetailed ? [range(spread), nothing ?? ''] : []),
  ]);
  printTable(['figure', 'measured', 'target', '', ...(isDetailed ? ['from – to', 'baseline'] : [])], rows);
}

function judge(
  measured: number,
  { atLeast, below }: Pick<Goal, 'atLeast' | 'below'>,
): [target: string, verdict: string] {
  if (atLeast !== undefined) return [`≥ ${atLeast}`, measured >= atLeast ? 'met' : 'MISSED'];
  return below === undefined ? ['', ''] : [`< ${below}`, measured < below ? 'met' : 'MISSED'];
}

function range(values: readonly number[] | undefined): string {
  return values === undefined ? '' : `${number(Math.min(...values))} – ${number(Math.max(...values))}`;
}
