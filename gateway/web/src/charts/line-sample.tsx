import { lineMark } from './chart-marks.js';

/** A piece of a chart's line, for its legend. */
export function LineSample({ place }: { readonly place: number }) {
  const { stroke, dash } = lineMark(place);
  return (
    <svg width={28} height={8} aria-hidden className="shrink-0">
      <line x1={0} x2={28} y1={4} y2={4} strokeWidth={2.5} strokeDasharray={dash} className={stroke} />
    </svg>
  );
}
