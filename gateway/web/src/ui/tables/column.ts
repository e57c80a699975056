import type { ReactNode } from 'react';

/** A column of a table: its title, and its value of each row. */
export interface Column<Each> {
  readonly id: string;
  readonly title: string;
  /** Width as a track of a CSS grid: `8rem`, `minmax(0,1fr)`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** Takes a whole line of a card. */
  readonly isLong?: boolean;
  /** Its parts are side by side. */
  readonly isLine?: boolean;
  /** A button or a menu, in the corner of a card. */
  readonly isCorner?: boolean;
  /** The server's sort key for it, if any. */
  readonly sort?: string;
  readonly cell: (item: Each) => ReactNode;
}
