import { type Html, html } from '@svc/http-host/pages/html';
import { describeGrowth } from '@svc/web/shared/describe-growth';
import { createFormats } from '@svc/web/shared/format';
import { type DayValue, layOutLines, type LineChart, sumByDay } from '@svc/web/shared/line-chart';

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
}

const [WIDTH, HEIGHT] = [720, 260];

/** Maximum videos with a line each; more would be indistinguishable. */
const LINES_MAX = 12;

const FORMATS = createFormats({ locale: 'en', timeZone: 'UTC' });

/** View logs as a picture, with a sentence that describes it; nothing when they would show no trend. */
export function renderChart(viewLogs: readonly DayViews[], { isCut, target }: ChartOptions): Html | undefined {
  const videos = latestByDay(viewLogs);
  const whole = videos.length === 1 ? videos[0] : isCut ? undefined : sumByDay(videos);
  const parts = videos.length === 1 || (whole && videos.length > LINES_MAX) ? [] : videos.slice(0, LINES_MAX);
  const series = [...parts, ...(whole ? [whole] : [])];
  if (new Set(series.flat().map(({ day }) => day)).size < 2) return undefined;
  const chart = layOutLines(series, { width: WIDTH, height: HEIGHT, values: target === undefined ? [] : [target] });
  const text = describe(whole, parts.length, target);
  return html`<figure class="chart">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-name chart-text">
<title id="chart-name">Views over time</title>
${axes(chart)}${target === undefined ? undefined : targetLine(chart, target)}${chart.lines.map(
    ({ path, end }, index) => {
      const isWhole = index >= parts.length;
      const dot = isWhole && end ? html`<circle class="dot" cx="${end.x}" cy="${end.y}" r="4"/>\n` : undefined;
      return html`<path class="${isWhole ? 'whole' : 'part'}" d="${path}"/>\n${dot}`;
    },
  )}</svg>
<figcaption id="chart-text">${text}</figcaption>
</figure>
`;
}

/** The last value of each day for each video, in the order of the days. */
function latestByDay(viewLogs: readonly DayViews[]): DayValue[][] {
  const byVideo = Map.groupBy(viewLogs, ({ videoUrl }) => videoUrl);
  return [...byVideo.values()].map((ofVideo) => {
    const values = new Map(ofVideo.map(({ day, value }) => [day, value] as const));
    return [...values]
      .map(([day, value]) => ({ day, value }))
      .toSorted((one, other) => one.day.localeCompare(other.day));
  });
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
  return html`<line class="target" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/>
<text x="${left + 6}" y="${y - 6}">Target ${FORMATS.compact(target)}</text>
`;
}

function describe(whole: readonly DayValue[] | undefined, parts: number, target: number | undefined): string {
  if (!whole || whole.length === 0) return 'One line per video, from the latest view counts.';
  const growth = describeGrowth(whole, { count: FORMATS.count, day: FORMATS.day, target });
  return parts > 0 ? `${growth} The thick line is the total; each thin line is a video.` : growth;
}
