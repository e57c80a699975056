import { localDay, localTime } from '@svc/chassis/calendar';
import { html, type Html } from '@svc/chassis/http/html';
import type { OutputOf } from '@svc/operations/define-operation';
import type { openShare } from '@svc/operations/public/open-share';
import { labelOf } from '@svc/operations/schemas/field-label';
import { notice } from './page-parts.js';
import { renderChart } from './share-chart.js';

type Opened = OutputOf<typeof openShare>;
type Fields = Opened['fields'];

/** Asks whoever looks to open the link, with its password where it has one; `problem` is what was wrong with the last try. */
export function renderQuestion(title: string, requiresPassword: boolean, problem?: string): Html {
  const password = html`<label>Password <input type="password" name="password" required maxlength="200" autocomplete="off" autofocus></label> `;
  return html`<h1>${title}</h1>
${notice(problem)}<form method="post">${requiresPassword ? password : undefined}<button>Open</button></form>`;
}

/** What an opened link is called: the record, and its promo code where that is shown. */
export function titleOfShare({ title, fields }: Opened): string {
  const { promoCode } = fields;
  return typeof promoCode === 'string' && promoCode !== title ? `${title} [${promoCode}]` : title;
}

/** The record behind an opened link, on the calendar of its owner; `readingsUrl` is where its readings are as a file. */
export function renderShare(share: Opened, readingsUrl: string): Html {
  const { title, fields, timeZone, videos = [], readings = [], screenshots = [], linkClicks = [], degraded } = share;
  const rows = rowsOf(fields).map(
    ([name, value]) =>
      html`<tr><th scope="row">${labelOf(name)}</th><td class="lines">${cellOf(name, value, fields)}</td></tr>\n`,
  );
  const sections = [
    progressOf(fields),
    rows.length > 0 ? html`<table>\n${rows}</table>\n` : undefined,
    videos.length > 0 ? tableOf('Videos', ['Video', 'Posted', 'Views'], videos.map(videoRow)) : undefined,
    readings.length > 0 ? readingsOf(share, readings, readingsUrl) : undefined,
    screenshots.length > 0
      ? html`<h2>Screenshots</h2>
<div class="pictures">
${screenshots.map((screenshot) => figure(screenshot, timeZone))}</div>
`
      : undefined,
    linkClicks.length > 0 ? tableOf('Clicks', ['Short link', 'Clicks'], linkClicks.map(clickRow)) : undefined,
    degraded &&
      html`<p class="notice warn">${missing(degraded)} can't be shown right now. Reload the page in a moment.</p>\n`,
    readings.length > 0 || screenshots.length > 0
      ? html`<p class="soft">Times are in the time zone ${timeZone}.</p>`
      : undefined,
  ];
  return html`<h1>${title}</h1>
${sections.filter((section) => section !== undefined)}`;
}

/** How far the views of a deal have come, where both they and what was agreed on are shown. */
function progressOf(fields: Fields): Html | undefined {
  const { viewsTarget, totalViews } = fields;
  if (!isProgress(fields) || typeof viewsTarget !== 'number' || typeof totalViews !== 'number') return undefined;
  const percent = Math.floor((totalViews / viewsTarget) * 100).toLocaleString('en');
  return html`<p><strong class="large">${textOf(totalViews)}</strong> of ${textOf(viewsTarget)} views, ${percent}%
<progress max="${viewsTarget}" value="${Math.min(totalViews, viewsTarget)}" aria-label="Progress to target">${percent}%</progress></p>
`;
}

const PROGRESS: readonly string[] = ['viewsTarget', 'totalViews'];

function isProgress(fields: Fields): boolean {
  return PROGRESS.every((name) => typeof fields[name] === 'number') && fields.viewsTarget !== 0;
}

/** What is there of the record. Its name is the heading, a currency stands with the amount, views with their target. */
function rowsOf(fields: Fields): [string, unknown][] {
  const hasAmount = AMOUNTS.some((name) => typeof fields[name] === 'number');
  const hasProgress = isProgress(fields);
  return Object.entries(fields).filter(
    ([name, value]) =>
      name !== 'name' &&
      !(name === 'currency' && hasAmount) &&
      !(hasProgress && PROGRESS.includes(name)) &&
      value !== null &&
      !(Array.isArray(value) && value.length === 0),
  );
}

const AMOUNTS: readonly string[] = ['price', 'revenue'];

function cellOf(name: string, value: unknown, { currency }: Fields): Html | string {
  if (typeof value === 'number' && AMOUNTS.includes(name) && typeof currency === 'string') {
    return amountOf(value, currency);
  }
  if (name === 'handles' && Array.isArray(value)) return html`${value.map(handleLine)}`;
  if (name === 'promoLink' && typeof value === 'string') return link(value, value);
  return textOf(value);
}

/** `EUR 1,234,567.50`; money has at most two decimals here, whatever its currency has. */
function amountOf(amount: number, currency: string): string {
  const format = { style: 'currency', currency, currencyDisplay: 'code', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat('en', format).format(amount).replaceAll('\u00A0', ' ');
}

/** A way to reach an influencer: a platform, a name on it, and where that leads. */
function handleLine(value: unknown): Html {
  const { platform, handle, url } = value as { platform: string; handle: string; url: string | null };
  return html`${platform}: ${url === null ? handle : link(url, handle)}<br>`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function tableOf(heading: string, columns: readonly string[], rows: readonly Html[]): Html {
  return html`<h2>${heading}</h2>
${table(columns, rows)}`;
}

function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function videoRow({ url, title, postDate, latestValue }: NonNullable<Opened['videos']>[number]): Html {
  const views = latestValue === null ? 'none yet' : latestValue.toLocaleString('en');
  return html`<tr><td>${link(url, title ?? url)}</td><td class="short">${postDate}</td><td class="short">${views}</td></tr>\n`;
}

/** As many readings as a link shows at most: of more, the earliest are left out. */
const READINGS_MAX = 200;

function readingsOf({ fields, timeZone }: Opened, readings: NonNullable<Opened['readings']>, url: string): Html {
  const { viewsTarget } = fields;
  const days = readings.map((reading) => ({ ...reading, day: localDay(new Date(reading.checkedAt), timeZone) }));
  const chart = renderChart(days, {
    isCut: readings.length >= READINGS_MAX,
    target: typeof viewsTarget === 'number' && viewsTarget > 0 ? viewsTarget : undefined,
  });
  const rows = days.map(
    ({ videoUrl, value, day }) =>
      html`<tr><td class="short">${day}</td><td class="short">${textOf(value)}</td><td>${link(videoUrl, videoUrl)}</td></tr>\n`,
  );
  return html`<h2>Views over time</h2>
${chart}${table(['Day', 'Views', 'Video'], rows)}<p class="on-screen"><a href="${url}" download>Download the views as a spreadsheet (CSV)</a></p>
`;
}

function clickRow({ shortUrl, clicks }: NonNullable<Opened['linkClicks']>[number]): Html {
  return html`<tr><td>${shortUrl}</td><td class="short">${clicks.toLocaleString('en')}</td></tr>\n`;
}

type Screenshot = NonNullable<Opened['screenshots']>[number];

const GRADES: Readonly<Record<Screenshot['grade'], string>> = {
  server_captured: 'Captured by our server',
  // Of earlier versions, which believed a client that called itself the extension.
  extension_captured: 'Uploaded',
  uploaded: 'Uploaded',
};

/** A small picture that leads to the large one; the browser sends the viewing pass with both. */
function figure(screenshot: Screenshot, timeZone: string): Html {
  const { imageUrl, videoUrl, capturedAt, detectedViews, viewsDetected, grade, sourceUrl, showsAnotherPage } =
    screenshot;
  const origin = viewsDetected ? '' : ' (stated by the owner)';
  const facts = [
    GRADES[grade],
    ...(capturedAt === null ? [] : [localTime(new Date(capturedAt), timeZone).slice(0, 16).replace('T', ' ')]),
    ...(detectedViews === null ? [] : [`${detectedViews.toLocaleString('en')} views${origin}`]),
  ];
  const otherPage =
    showsAnotherPage && sourceUrl !== null
      ? html`<br><strong>Shows another page:</strong> ${link(sourceUrl, sourceUrl)}`
      : '';
  return html`<figure><a href="${imageUrl}"><img src="${imageUrl}?size=480" alt="Screenshot of ${videoUrl}" loading="lazy"></a>
<figcaption>${facts.join(', ')}<br>${link(videoUrl, videoUrl)}${otherPage}</figcaption></figure>
`;
}

const PART_NAMES: Readonly<Record<string, string>> = { readings: 'views over time', linkClicks: 'clicks' };

function missing(parts: readonly string[]): string {
  return `The ${parts.map((part) => PART_NAMES[part] ?? part).join(' and the ')}`;
}

function link(url: string, text: string): Html | string {
  const isWeb = /^https?:\/\//.test(url);
  return isWeb ? html`<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>` : text;
}
