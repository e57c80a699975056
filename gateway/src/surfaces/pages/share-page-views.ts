import { type Html, html } from '@svc/http-host/pages/html';
import type { Formats } from '@svc/web/shared/format';
import { notice } from './page-parts.js';
import { renderChart } from './share-chart.js';
import { renderFields, renderProgress } from './share-fields.js';
import { formatsOf, nameOfVideo, numberHead, type Opened, shortAddress, table } from './share-parts.js';
import { renderPictures } from './share-pictures.js';
import { renderVideos, renderViewLogs } from './share-videos.js';

/** The form to open the link, with its password if it has one; `problem` describes why the last attempt failed. */
export function renderQuestion(title: string, requiresPassword: boolean, problem?: string): Html {
  const password = html`<label>Password <input type="password" name="password" required maxlength="200" autocomplete="off" autofocus></label>
`;
  return html`<h1>${title}</h1>
${notice(problem)}<form method="post" class="question">${requiresPassword ? password : undefined}<button>Open</button></form>
<p class="soft">Opening counts as one view. Link previews don't open it.</p>`;
}

/** The title of an opened link: the record, and its promo code if shown. */
export function titleOfShare({ title, fields }: Opened): string {
  const { promoCode } = fields;
  return typeof promoCode === 'string' && promoCode !== title ? `${title} [${promoCode}]` : title;
}

/** The record behind an opened link, in its owner's calendar; `viewLogsUrl` is the file of its view logs. */
export function renderShare(share: Opened, viewLogsUrl: string): Html {
  const { title, fields, readings: viewLogs = [], screenshots = [], linkClicks = [], degraded } = share;
  const formats = formatsOf(share);
  const sections = [
    renderProgress(fields, formats),
    renderVideos(share, formats),
    viewLogs.length > 0 ? renderGrowth(share, formats, viewLogsUrl) : undefined,
    renderPictures(share, formats),
    linkClicks.length > 0 ? renderClicks(linkClicks, formats) : undefined,
    renderFields(share, formats),
    degraded &&
      html`<p class="notice warn">${missing(degraded)} can't be shown right now. Reload the page in a moment.</p>\n`,
    viewLogs.length > 0 || screenshots.length > 0
      ? html`<p class="soft">Dates are in ${formats.timeZone}.</p>`
      : undefined,
  ];
  return html`<h1>${title}</h1>
${renderSender(share, formats)}
${sections.filter((section) => section !== undefined)}`;
}

/** The sender of the link, with their logo if any, and the time of the data. */
function renderSender(share: Opened, { day, dayOf }: Formats): Html {
  const { sharedBy: name, logoUrl } = share;
  const today = dayOf(new Date());
  const latest = share.readings
    ?.map(({ checkedAt }) => dayOf(checkedAt))
    .toSorted()
    .at(-1);
  const lastCount = latest !== undefined && latest < today ? ` · latest count ${day(latest)}` : undefined;
  const words = html`${sharedBy(share)} ${day(today)}${lastCount}`;
  if (logoUrl === null) return html`<p class="soft">${words}</p>`;
  return html`<p class="soft sender"><img class="logo" src="${logoUrl}" alt="${name ?? ''}"><span>${words}</span></p>`;
}

function sharedBy({ sharedBy: name }: Opened): Html {
  return name === null ? html`As of` : html`Shared by <bdi>${name}</bdi> · as of`;
}

/** Maximum view logs that a link shows, newest first. */
const VIEW_LOGS_MAX = 200;

function renderGrowth(share: Opened, formats: Formats, viewLogsUrl: string): Html {
  const { fields, videos = [], readings: viewLogs = [] } = share;
  const { viewsTarget } = fields;
  const names = new Map(videos.map((video) => [video.url, nameOfVideo(video)]));
  const days = viewLogs.map((viewLog) => ({ ...viewLog, day: formats.dayOf(viewLog.checkedAt) }));
  const chart = renderChart(days, {
    isCut: viewLogs.length >= VIEW_LOGS_MAX,
    nameOf: (videoUrl) => names.get(videoUrl) ?? shortAddress(videoUrl),
    target: typeof viewsTarget === 'number' && viewsTarget > 0 ? viewsTarget : undefined,
  });
  return html`<h2>Views over time</h2>
${chart}${renderViewLogs(share, formats)}<p class="on-screen"><a href="${viewLogsUrl}" download>Download view counts (CSV)</a></p>
`;
}

function renderClicks(links: NonNullable<Opened['linkClicks']>, { count }: Formats): Html {
  const rows = links.map(
    ({ shortUrl, clicks }) => html`<tr><td>${shortUrl}</td><td class="number">${count(clicks)}</td></tr>\n`,
  );
  return html`<h2>Clicks</h2>
${table(['Short link', numberHead('Clicks')], rows)}`;
}

const PART_NAMES: Readonly<Record<string, string>> = { readings: 'views over time', linkClicks: 'clicks' };

function missing(parts: readonly string[]): string {
  return `The ${parts.map((part) => PART_NAMES[part] ?? part).join(' and the ')}`;
}
