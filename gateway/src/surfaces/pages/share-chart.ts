import { type Html, html } from '@svc/http-host/pages/html';
import { describeGrowth } from '@svc/web/shared/describe-growth';
import { createFormats } from '@svc/web/shared/format';
import { type DayValue, layOutLines, type LineChart, spreadLabels, sumByDay } from '@svc/web/shared/line-chart';

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
const TOTAL = 'Total';

/** Names at the ends of lines, in units of the drawing: phones show it at half its size, and so its text twice as large. */
const END_NAMES = { longest: 14, characterWidth: 12, height: 22, gap: 8, farthest: 40 };

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
  const titles = [...byVideo.keys()].slice(0, parts.length).map(nameOf);
  const names = series.length === 1 ? [] : [...shortNames(titles), ...(whole ? [TOTAL] : [])];
  const chart = layOutLines(series, {
    width: WIDTH - roomFor(names),
    height: HEIGHT,
    values: target === undefined ? [] : [target],
  });
  const ends = endNames(chart, names);
  const isCrowded = ends.length < names.length;
  return html`<figure class="chart">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-name chart-text">
<title id="chart-name">Views over time</title>
${axes(chart)}${target === undefined ? undefined : targetLine(chart, target)}${chart.lines.map(
    ({ path, end }, index) => {
      const title = titles[index];
      if (title !== undefined) return html`<path class="part" d="${path}"><title>${title}</title></path>\n`;
      const dot = end && html`<circle class="dot" cx="${end.x}" cy="${end.y}" r="4"/>\n`;
      return html`<path class="whole" d="${path}"/>\n${dot}`;
    },
  )}${ends}</svg>
<figcaption id="chart-text">${describe(whole, target)}${isCrowded ? ' Only the highest lines are named.' : undefined}</figcaption>
</figure>
`;
}

function roomFor(names: readonly string[]): number {
  const { characterWidth, gap } = END_NAMES;
  return Math.max(0, ...names.map((name) => Array.from(name).length * characterWidth + gap));
}

/** The names of the lines at their ends, apart from each other, from the top. Where lines crowd, only the highest are named. */
function endNames({ lines, bottom }: LineChart, names: readonly string[]): readonly Html[] {
  const { height, gap, farthest } = END_NAMES;
  const ends = names.flatMap((name, place) => {
    const end = lines[place]?.end;
    return end ? [{ ...end, name }] : [];
  });
  // The total is the last, and above a line that ends where it does.
  const fromTop = ends.toReversed().toSorted((one, other) => one.y - other.y);
  for (let most = fromTop.length; most > 0; most -= 1) {
    const named = fromTop.slice(0, most);
    const places = spreadLabels(
      named.map(({ y }) => y),
      height,
      height / 2,
      bottom,
    );
    const moves = named.map(({ y }, index) => Math.abs((places[index] ?? y) - y));
    if (Math.max(...moves) > farthest && most > 1) continue;
    return named.map(({ x, name }, index) => {
      const look = name === TOTAL ? 'name total' : 'name';
      return html`<text class="${look}" x="${x + gap}" y="${places[index] ?? 0}" dominant-baseline="central">${name}</text>\n`;
    });
  }
  return [];
}

/** Cuts long titles; those that would then be the same lose their middle instead. */
function shortNames(titles: readonly string[]): readonly string[] {
  const cut = titles.map((title) => shorten(title, END_NAMES.longest - 1));
  return cut.map((name, place) => {
    const isShared = cut.some((other, otherPlace) => other === name && otherPlace !== place);
    return isShared ? shorten(titles[place] ?? '', END_NAMES.longest / 2 - 1) : name;
  });
}

/** The first `kept` characters of a title, and as much of its end as there is room for. */
function shorten(title: string, kept: number): string {
  const { longest } = END_NAMES;
  const letters = Array.from(title);
  if (letters.length <= longest) return title;
  const end = letters.slice(letters.length - (longest - 1 - kept));
  return `${letters.slice(0, kept).join('').trimEnd()}…${end.join('').trimStart()}`;
}

/** The last value of each day of a video, in the order of the days. */
function latestByDay(ofVideo: readonly DayViews[]): DayValue[] {
  const values = new Map(ofVideo.map(({ day, value }) => [day, value] as const));
  return [...values].map(([day, value]) => ({ day, value })).toSorted((one, other) => one.day.localeCompare(other.day));
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
