import type { ReactNode } from 'react';
import type { LaidOutColumn } from './table-layout.js';

/** A column of a table: its title, and its value in each row. */
export interface Column<Each> extends LaidOutColumn<Each> {
  /** Left-aligned, and sorted from the latest first. */
  readonly isDate?: boolean;
  /** Takes a whole line of a card. The values after it fill what is left of the line before it. */
  readonly isLong?: boolean;
  /** Values that are clear without the title, which cards then omit. */
  readonly isEvident?: boolean;
  /** Its parts are side by side. */
  readonly isLine?: boolean;
  /** A button or a menu, in the corner of a card. */
  readonly isCorner?: boolean;
  readonly cell: (item: Each) => ReactNode;
}

/** Text of a cell without a value, which cards omit. */
export const NO_VALUE = '–';
