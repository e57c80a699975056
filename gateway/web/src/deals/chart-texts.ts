/** How a chart of something else than views by day says what it shows. */
export interface ChartTexts {
  /** What the arrow keys move. */
  readonly pointer: string;
  /** Name of the table. */
  readonly table: string;
  /** Title of the column of days. */
  readonly head: string;
  /** Days that the scale names. */
  readonly ticks: readonly string[];
  readonly day: (day: string) => string;
  readonly value: (value: number) => string;
}
