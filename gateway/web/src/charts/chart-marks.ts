import type { DayValue } from '@svc/web/shared/line-chart';

/** A line with its name. */
export interface ChartLine {
  readonly name: string;
  /** Name short enough for the end of the line; without one, a line among others ends with its number. */
  readonly label?: string;
  readonly points: readonly DayValue[];
}

/** Distinguishes lines by color and by dash, so that either suffices for a few of them. */
export interface LineMark {
  readonly stroke: string;
  readonly fill: string;
  readonly dash: string | undefined;
}

const COLORS = [
  ['stroke-accent', 'fill-accent'],
  ['stroke-warn', 'fill-warn'],
  ['stroke-good', 'fill-good'],
  ['stroke-bad', 'fill-bad'],
  ['stroke-soft', 'fill-soft'],
] as const;

const DASHES = [undefined, '7 4', '2 3', '10 3 2 3'] as const;

/** Forced-colors mode has fewer colors than there are lines. */
const FORCED_STROKE = 'forced-colors:stroke-[color:CanvasText]';
const FORCED_FILL = 'forced-colors:fill-[color:CanvasText]';

/** The style of the line at an index; twenty are all different. */
export function lineMark(place: number): LineMark {
  const [stroke, fill] = COLORS[place % COLORS.length] ?? COLORS[0];
  // Five colors and four dashes: twenty lines in turn have no pair twice, and neighbors differ in both.
  const dash = DASHES[place % DASHES.length];
  return { stroke: `${stroke} ${FORCED_STROKE}`, fill: `${fill} ${FORCED_FILL}`, dash };
}
