import { type Html, html } from '@svc/http-host/pages/html';
import { describeGrowth } from '@svc/web/shared/describe-growth';
import { createFormats } from '@svc/web/shared/format';
import { type DayValue, layOutLines, type LineChart, type Point, sumByDay } from '@svc/web/shared/line-chart';

/** A view log with its day in the owner's calendar. */
export interface DayViews {
  readonly videoUrl: string;
  readonly day: string;
  readonly value: number;
}

interface ChartOptions {
  /** Whether earlier view logs are missing, so that a sum would be wrong. */
  readonly isCut: boolean;
  /** The target views, if shown. */
  readonly target: number | undefined;
  /** Display name of a video. */
  readonly nameOf: (videoUrl: string) => string;
}

const [WIDTH, HEIGHT] = [720, 260];
/** Height of a line of text. */
const NAME_HEIGHT = 18;
/** Distance of two line ends at which the number above the lower one would overlap the upper one. */
const CROWDED = 24;

/** Maximum videos with a line each; more would be indistinguishable. */
const LINES_MAX = 12;

const FORMATS = createFormats({ locale: 'en', timeZone: 'UTC' });

/** View logs as a chart with a text description; empty when they show no trend. */
export function renderChart(viewLogs: readonly DayViews[], { isCut, target, nameOf }: ChartOptions): Html | undefined {
  const byVideo = Map.groupBy(viewLogs, ({ videoUrl }) => videoUrl);
  const videos = [...byVideo.values()].map(latestByDay);
  const whole = videos.length === 1 ? videos[0] : isCut ? undefined : sumByDay(videos);
  const parts = videos.length === 1 || (whole && videos.length > LINES_MAX) ? [] : videos.slice(0, LINES_MAX);
  const series = [...parts, ...(whole ? [whole] : [])];
  if (new Set(series.flat().map(({ day }) => day)).size < 2) return undefined;
  const chart = layOutLines(series, { width: WIDTH, height: HEIGHT, values: target === undefined ? [] : [target] });
  const total = whole && chart.lines.at(-1)?.end;
  const names = [...byVideo.keys()].slice(0, parts.length).map(nameOf);
  return html`<figure class="chart">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-name chart-text">
<title id="chart-name">Views over time</title>
${axes(chart)}${target === undefined ? undefined : targetLine(chart, target)}${chart.lines.map(
    ({ path, end }, index) => {
      const isWhole = index >= parts.length;
      const dot = isWhole && end ? html`<circle class="dot" cx="${end.x}" cy="${end.y}" r="4"/>\n` : undefined;
      const number =
        !isWhole && end
          ? html`<text x="${end.x}" y="${numberY(end, total)}" text-anchor="end">${index + 1}</text>\n`
          : undefined;
      return html`<path class="${isWhole ? 'whole' : 'part'}" d="${path}"/>\n${dot}${number}`;
    },
  )}</svg>
<figcaption id="chart-text">${describe(whole, target)}${keyOf(names, whole !== undefined)}</figcaption>
</figure>
`;
}

/** Vertical position of a line's number: above its end, or below it when close to that of the total. */
function numberY(end: Point, total: Point | undefined): number {
  const isCrowded = total !== undefined && Math.abs(total.x - end.x) < CROWDED && end.y - total.y < CROWDED;
  return isCrowded ? end.y + NAME_HEIGHT : end.y - 6;
}

/** The last value of each day of a video, in the order of the days. */
function latestByDay(ofVideo: readonly DayViews[]): DayValue[] {
  const values = new Map(ofVideo.map(({ day, value }) => [day, value] as const));
  return [...values].map(([day, value]) => ({ day, value })).toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The legend. */
function keyOf(names: readonly string[], hasTotal: boolean): Html | undefined {
  if (names.length === 0) return undefined;
  return html`<br>${hasTotal ? 'Thick line: total. ' : undefined}${names.map(
    (name, index) => html`${index + 1}: <bdi>${name}</bdi>${index + 1 < names.length ? '; ' : '.'}`,
  )}`;
}

function axes({ dayTicks, valueTicks, left, right, bottom }: LineChart): Html {
  const last = dayTicks.at(-1)?.day ?? '';
  return html`${valueTicks.map(
    ({ y, value }) => html`<line class="grid" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/>
<text x="${left - 8}" y="${y + 4}" text-anchor="end">${FORMATS.compact(value)}</text>
`,
  )}${dayTicks.map(
    ({ x, day }) => html`<text x="${x}" y="${bottom + 22}" text-anchor="middle">${FORMATS.shortDay(day, last)}</text>
`,
  )}`;
}

function targetLine({ left, right, yOf }: LineChart, target: number): Html {
  const y = yOf(target);
  // Above the highest line, the name would overlap the heading.
  const nameY = y < NAME_HEIGHT ? y + NAME_HEIGHT : y - 6;
  return html`<line class="target" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/>
<text x="${left + 6}" y="${nameY}">Target ${FORMATS.compact(target)}</text>
`;
}

function describe(whole: readonly DayValue[] | undefined, target: number | undefined): string {
  if (!whole || whole.length === 0) return 'One line per video, from the latest view counts.';
  return describeGrowth(whole, { count: FORMATS.count, day: FORMATS.day, target });
}
