/** Texts of a chart that does not show views by day. */
export interface ChartTexts {
  /** What the arrow keys move. */
  readonly pointer: string;
  /** Name of the table. */
  readonly table: string;
  /** Title of the column of days. */
  readonly head: string;
  /** Labels of days on the scale. */
  readonly ticks: readonly string[];
  readonly day: (day: string) => string;
  readonly value: (value: number) => string;
}
