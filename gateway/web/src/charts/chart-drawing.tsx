import { layOutLines, type LineChart, spreadLabels } from '@svc/web/shared/line-chart';
import { useMemo, useRef } from 'react';
import { useFormats, useToday } from '../shell/account.js';
import { useElementWidth } from '../ui/element-width.js';
import { type ChartLine, lineMark } from './chart-marks.js';
import { ChartPointer } from './chart-pointer.js';
import type { ChartTexts } from './chart-texts.js';

/** Height of the plot above the days, in pixels. */
const PLOT_HEIGHT = 240;
/** Below the days, for the names of the check days. */
const RULES_HEIGHT = 18;
/** On the right, for numbers and short values at the ends of lines. */
const END_ROOM = 34;
/** Between the end of a line and its label, and the widest character of a label. */
const END_GAP = 8;
const CHARACTER_WIDTH = 7;
const LABEL_GAP = 13;
/** Minimum pixels between two labeled check days. */
const RULE_ROOM = 48;
/** Minimum pixels per day to label every day. */
const WIDE = 420;

/** A marked day. */
export interface ChartRule {
  readonly day: string;
  readonly label: string;
}

export interface ChartDrawingProps {
  /** One line, or several numbered from 1. */
  readonly lines: readonly ChartLine[];
  /** The highlighted line. */
  readonly chosen: number;
  readonly target: number | undefined;
  /** The scale omits the target when no line comes near it. */
  readonly isFitted: boolean;
  /** Whether the last values still grow, as those of the current week do. */
  readonly isLastOpen?: boolean;
  /** The day on which the target was reached. */
  readonly reached: string | undefined;
  /** Unset in a chart that never has any, and so needs no room for them. */
  readonly rules?: readonly ChartRule[];
  /** Texts for days and values; those of views by day when unset. */
  readonly texts?: ChartTexts | undefined;
  readonly labelledBy: string;
  readonly describedBy: string;
}

/** Lines over days, as wide as available. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { lines, chosen, target, isFitted, isLastOpen = false, reached, rules, texts, labelledBy, describedBy } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const endRoom = endRoomFor(lines);
  const chart = useMemo(() => {
    const values = target === undefined || isFitted ? [] : [target];
    const points = lines.map((each) => each.points);
    return layOutLines(points, { width: width - endRoom, height: PLOT_HEIGHT, values, isLastOpen });
  }, [lines, width, endRoom, target, isFitted, isLastOpen]);
  const height = PLOT_HEIGHT + (rules ? RULES_HEIGHT : 0);
  return (
    <div ref={frame} className="relative">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        className="block max-w-full overflow-visible text-[12px]"
      >
        <Axes chart={chart} texts={texts} />
        {rules && <Rules chart={chart} rules={rules} />}
        <Lines chart={chart} lines={lines} chosen={chosen} />
        {target !== undefined && <TargetLine chart={chart} target={target} reached={reached} />}
      </svg>
      <ChartPointer chart={chart} lines={lines} chosen={chosen} height={height} texts={texts} />
    </div>
  );
}

function endRoomFor(lines: readonly ChartLine[]): number {
  const longest = Math.max(0, ...lines.map(({ label = '' }) => label.length));
  return Math.max(END_ROOM, END_GAP + longest * CHARACTER_WIDTH);
}

interface AxesProps {
  readonly chart: LineChart;
  readonly texts: ChartTexts | undefined;
}

function Axes({ chart: { valueTicks, dayTicks, left, right, bottom, xOf }, texts }: AxesProps) {
  const { compact, shortDay } = useFormats();
  const today = useToday();
  const ticks = texts?.ticks.map((day) => ({ day, x: xOf(day) })) ?? dayTicks;
  const valueText = texts?.valueTick ?? compact;
  const tickText = texts?.tick ?? ((day: string) => shortDay(day, today));
  return (
    <g className="fill-soft forced-colors:fill-[color:CanvasText]">
      {valueTicks
        .filter(({ value }) => Number.isInteger(value))
        .map(({ y, value }) => (
          <g key={value}>
            <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {valueText(value)}
            </text>
          </g>
        ))}
      {ticks
        .filter((_tick, index) => right - left > WIDE || index % 2 === 0)
        .map(({ x, day }) => (
          <text key={day} x={x} y={bottom + 18} textAnchor="middle">
            {tickText(day)}
          </text>
        ))}
    </g>
  );
}

/** The marked days, labeled below the scale, away from the lines. */
function Rules({ chart, rules }: { readonly chart: LineChart; readonly rules: readonly ChartRule[] }) {
  const placed = rules.map((rule) => ({ ...rule, x: chart.xOf(rule.day) }));
  const hasName = withRoom(placed.map(({ x }) => x));
  return (
    <g className="fill-soft forced-colors:fill-[color:CanvasText]">
      {placed.map(({ day, label, x }, index) => (
        <g key={day}>
          <line x1={x} x2={x} y1={8} y2={chart.bottom} strokeDasharray="2 3" className="stroke-line-strong" />
          {hasName[index] && (
            <text x={x} y={chart.bottom + 38} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

/** Which of the positions, from left to right, are far enough from the previous label. */
function withRoom(places: readonly number[]): readonly boolean[] {
  let named = Number.NEGATIVE_INFINITY;
  return places.map((x) => {
    const hasRoom = x - named >= RULE_ROOM;
    if (hasRoom) named = x;
    return hasRoom;
  });
}

interface TargetLineProps {
  readonly chart: LineChart;
  readonly target: number;
  readonly reached: string | undefined;
}

/** The target, or a note that it is above the chart. */
function TargetLine({ chart, target, reached }: TargetLineProps) {
  const { compact, shortDay } = useFormats();
  const today = useToday();
  const y = chart.yOf(target);
  const isInView = y >= 0;
  const isAtTop = y < LABEL_GAP + 3;
  return (
    <g className="fill-good forced-colors:fill-[color:CanvasText]">
      {isInView && (
        <line x1={chart.left} x2={chart.right} y1={y} y2={y} strokeDasharray="6 4" className="stroke-good" />
      )}
      <text
        x={chart.left + 6}
        paintOrder="stroke"
        strokeWidth={4}
        className="stroke-surface"
        y={isInView ? y + (isAtTop ? 14 : -6) : 10}
      >
        {!isInView && '↑ '}Target {compact(target)}
        {reached !== undefined && `, reached ${shortDay(reached, today)}`}
      </text>
      {reached !== undefined && isInView && <circle cx={chart.xOf(reached)} cy={y} r={4} />}
    </g>
  );
}

type LinesProps = Pick<ChartDrawingProps, 'lines' | 'chosen'> & { readonly chart: LineChart };

/** The lines, each with its label or number at its end; a single line has its value there. */
function Lines({ chart, lines, chosen }: LinesProps) {
  const { compact } = useFormats();
  const isAlone = lines.length === 1;
  const ends = chart.lines.map(({ end }) => end?.y ?? chart.bottom);
  const labels = spreadLabels(ends, LABEL_GAP, 12, chart.bottom);
  const order = [...chart.lines.keys()].filter((place) => place !== chosen);
  return [...order, chosen].map((place) => {
    const line = chart.lines[place];
    if (!line) return null;
    const { stroke, fill, dash } = lineMark(place);
    const isChosen = place === chosen;
    return (
      <g key={place}>
        <path
          d={line.path}
          fill="none"
          strokeLinejoin="round"
          strokeWidth={isChosen ? 3 : 1.5}
          strokeDasharray={dash}
          className={stroke}
        />
        <path
          d={line.openPath}
          fill="none"
          strokeWidth={isChosen ? 2 : 1.5}
          strokeDasharray="2 5"
          strokeLinecap="round"
          className={stroke}
        />
        {line.end && <circle cx={line.end.x} cy={line.end.y} r={isChosen ? 4 : 2.5} className={fill} />}
        {line.end && (
          <text
            x={line.end.x + END_GAP}
            y={(isAlone ? line.end.y : (labels[place] ?? 0)) + 4}
            className={`${fill} ${isChosen ? 'font-semibold' : ''}`}
          >
            {isAlone ? compact(lines[place]?.points.at(-1)?.value ?? 0) : (lines[place]?.label ?? place + 1)}
          </text>
        )}
      </g>
    );
  });
}
