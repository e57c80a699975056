import { layOutLines, type DayValue, type LineChart } from '@svc/web/shared/line-chart';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useToday } from '../shell/account.js';

const HEIGHT = 240;
const FIRST_WIDTH = 720;
/** Pixels between two rules at which both can be named. */
const LABEL_ROOM = 44;

/** A day that is marked. */
export interface ChartRule {
  readonly day: string;
  readonly label: string;
}

interface ChartDrawingProps {
  readonly lines: readonly (readonly DayValue[])[];
  /** The line that stands out. */
  readonly chosen: number;
  readonly target: number | undefined;
  /** The day on which the target was reached. */
  readonly reached: string | undefined;
  readonly rules: readonly ChartRule[];
  readonly labelledBy: string;
  readonly describedBy: string;
}

/** Lines over days, as wide as there is room. */
export function ChartDrawing({ lines, chosen, target, reached, rules, labelledBy, describedBy }: ChartDrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const chart = useMemo(
    () => layOutLines(lines, { width, height: HEIGHT, values: target === undefined ? [] : [target] }),
    [lines, width, target],
  );
  const strong = chart.lines[chosen];
  return (
    <div ref={frame}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        className="block max-w-full overflow-visible text-[12px]"
      >
        <Axes chart={chart} />
        <Rules chart={chart} rules={rules} />
        {target !== undefined && <TargetLine chart={chart} target={target} reached={reached} />}
        {chart.lines.map(({ path }, index) => (
          <path
            key={index}
            d={path}
            fill="none"
            strokeLinejoin="round"
            strokeWidth={index === chosen ? 2.5 : 1.25}
            className={index === chosen ? 'stroke-accent' : 'stroke-line-strong'}
          />
        ))}
        {strong && <path d={strong.path} fill="none" strokeWidth={2.5} className="stroke-accent" />}
        {strong?.end && <circle cx={strong.end.x} cy={strong.end.y} r={4} className="fill-accent" />}
      </svg>
    </div>
  );
}

function Axes({ chart: { dayTicks, valueTicks, left, right, bottom } }: { readonly chart: LineChart }) {
  const { compact, shortDay } = useFormats();
  const today = useToday();
  return (
    <g className="fill-soft">
      {valueTicks.map(({ y, value }) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y} y2={y} className="stroke-line" />
          <text x={left - 8} y={y + 4} textAnchor="end">
            {compact(value)}
          </text>
        </g>
      ))}
      {dayTicks
        .filter((_tick, index) => right - left > 420 || index % 2 === 0)
        .map(({ x, day }) => (
          <text key={day} x={x} y={bottom + 20} textAnchor="middle">
            {shortDay(day, today)}
          </text>
        ))}
    </g>
  );
}

function Rules({ chart, rules }: { readonly chart: LineChart; readonly rules: readonly ChartRule[] }) {
  const placed = rules.map((rule) => ({ ...rule, x: chart.xOf(rule.day) }));
  return (
    <g className="fill-soft">
      {placed.map(({ day, label, x }, index) => {
        const roomLeft = x - Math.max(chart.left, placed[index - 1]?.x ?? 0);
        const roomRight = Math.min(chart.right, placed[index + 1]?.x ?? chart.right) - x;
        const isRight = roomRight >= LABEL_ROOM;
        return (
          <g key={day}>
            <line x1={x} x2={x} y1={8} y2={chart.bottom} strokeDasharray="2 3" className="stroke-line-strong" />
            {/* Two labels need room for both, one on each side of the gap. */}
            {(isRight || roomLeft >= 2 * LABEL_ROOM) && (
              <text x={isRight ? x + 4 : x - 4} y={chart.bottom - 6} textAnchor={isRight ? 'start' : 'end'}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

interface TargetLineProps {
  readonly chart: LineChart;
  readonly target: number;
  readonly reached: string | undefined;
}

function TargetLine({ chart, target, reached }: TargetLineProps) {
  const { compact, shortDay } = useFormats();
  const today = useToday();
  const y = chart.yOf(target);
  return (
    <g className="fill-good">
      <line x1={chart.left} x2={chart.right} y1={y} y2={y} strokeDasharray="6 4" className="stroke-good" />
      <text x={chart.left + 6} y={y - 6}>
        Target {compact(target)}
        {reached !== undefined && `, reached ${shortDay(reached, today)}`}
      </text>
      {reached !== undefined && <circle cx={chart.xOf(reached)} cy={y} r={4} />}
    </g>
  );
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
