/** Texts of a chart that does not show views by day. */
export interface ChartTexts {
  /** What the arrow keys move. */
  readonly pointer: string;
  /** Name of the table. */
  readonly table: string;
  /** Title of the column of days. */
  readonly head: string;
  /** Days labeled on the scale. */
  readonly ticks: readonly string[];
  /** Writes such a label; the short name of the day when unset. */
  readonly tick?: ((day: string) => string) | undefined;
  readonly day: (day: string) => string;
  readonly value: (value: number) => string;
  /** Writes a value on the scale; a short count when unset. */
  readonly valueTick?: (value: number) => string;
}
