/** Widths in rem: of the checkbox, of the gap between columns, and of a row's padding. */
const CHOICE = 1.25;
const GAP = 1;
const AROUND = 1.75;
/** The width of a digit, and of the letters of the smaller titles. */
const PER_CHARACTER = 0.64;
const PER_TITLE_CHARACTER = 0.62;
const SLACK = 0.2;
/** Width of the arrow that marks the sorted column. */
const ARROW = 1.2;

/** Space between right-aligned figures and the left-aligned column after them, and its width. */
export const AFTER_FIGURES = 'sm:pl-3';
const AFTER_FIGURES_WIDTH = 0.75;

/** The properties of a column that affect the layout. */
export interface LaidOutColumn<Each> {
  readonly id: string;
  readonly title: string;
  /** Width as a track of a CSS grid: `8rem`, `minmax(10rem,1fr)`. With `characters`, the most it may take, in rem. */
  readonly width: string;
  /** The length of its value: the column is then as wide as its longest. */
  readonly characters?: (item: Each) => number;
  /** Right-aligned, and sorted from the highest first. */
  readonly isNumeric?: boolean;
  /** The order in which a table that is too narrow omits columns, 1 first; unset for columns that are never omitted. */
  readonly dropsOut?: number;
  /** The server's sort key for it, if any. */
  readonly sort?: string;
}

interface Sized<Of> {
  readonly column: Of;
  readonly track: string;
  /** The least width, in rem. */
  readonly least: number;
}

export interface TableLayout<Of> {
  /** The columns for which there is room. */
  readonly columns: readonly Of[];
  /** Their tracks of a CSS grid. */
  readonly tracks: string;
}

/**
 * Columns with `characters` are as wide as their longest value, so that the others get the remaining width. If the table is too narrow, columns with
 * `dropsOut` are omitted until the rest fits. `room` is in rem; undefined omits none.
 */
export function layOut<Each, Of extends LaidOutColumn<Each>>(
  columns: readonly Of[],
  items: readonly Each[],
  { room, hasChoice }: { readonly room: number | undefined; readonly hasChoice: boolean },
): TableLayout<Of> {
  const sized = columns.map((column, position) => {
    return sizeOf(column, items, isAfterFigures(columns, position) ? AFTER_FIGURES_WIDTH : 0);
  });
  const left = new Set(sized);
  const first = sized.filter(({ column }) => column.dropsOut !== undefined).toSorted(byDroppingOut);
  const needed = (): number =>
    [...left].reduce((sum, { least }) => sum + least + GAP, AROUND - GAP + (hasChoice ? CHOICE + GAP : 0));
  for (const each of first) if (room !== undefined && needed() > room) left.delete(each);
  const shown = [...left];
  return {
    columns: shown.length === columns.length ? columns : shown.map(({ column }) => column),
    tracks: [...(hasChoice ? [`${CHOICE}rem`] : []), ...shown.map(({ track }) => track)].join(' '),
  };
}

export function isAfterFigures(columns: readonly { readonly isNumeric?: boolean }[], position: number): boolean {
  return columns[position - 1]?.isNumeric === true && columns[position]?.isNumeric !== true;
}

type Dropping = Sized<{ readonly dropsOut?: number }>;

function byDroppingOut({ column: one }: Dropping, { column: other }: Dropping): number {
  return (one.dropsOut ?? 0) - (other.dropsOut ?? 0);
}

function sizeOf<Each, Of extends LaidOutColumn<Each>>(column: Of, items: readonly Each[], inset: number): Sized<Of> {
  const { title, sort, width, characters } = column;
  if (!characters) return { column, track: width, least: Number(/[\d.]+/.exec(width)?.[0] ?? 0) };
  const ofTitle = title.length * PER_TITLE_CHARACTER + SLACK + (sort === undefined ? 0 : ARROW);
  const longest = items.reduce((most, item) => Math.max(most, characters(item)), 1);
  const least = Math.min(Math.max(ofTitle, longest * PER_CHARACTER + SLACK) + inset, Number.parseFloat(width));
  return { column, track: `${least.toFixed(2)}rem`, least };
}

/** The length of a count in digits; thousands separators are half as wide. */
export function charactersOf(value: number): number {
  const digits = Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1;
  return digits + Math.floor((digits - 1) / 3) / 2;
}

/** The length of an amount, with its decimals and its currency. */
export function charactersOfMoney(amount: number | null): number {
  return amount === null ? 6 : charactersOf(amount) + 4.5;
}
