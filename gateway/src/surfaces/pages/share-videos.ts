/** The videos of a shared deal, each with its growth and proof, and all view logs. */
import { type Html, html } from '@svc/http-host/pages/html';
import type { Formats } from '@svc/web/shared/format';
import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import {
  link,
  nameOfVideo,
  numberHead,
  type Opened,
  type SharedScreenshot,
  type SharedVideo,
  type SharedViewLog,
  shortAddress,
  table,
} from './share-parts.js';

/**
 * A table of the videos, with columns for growth and proof when view logs and screenshots are shown. Phones have no room for a column of proof, and
 * show it below the video's name.
 */
export function renderVideos(
  { videos = [], readings: viewLogs = [], screenshots = [] }: Opened,
  formats: Formats,
): Html | undefined {
  if (videos.length === 0) return undefined;
  const viewLogsOf = Map.groupBy(viewLogs, ({ videoUrl }) => videoUrl);
  const proofs = screenshots.filter(({ showsAnotherPage }) => !showsAnotherPage);
  const hasGrowth = viewLogs.length > 0;
  const hasProof = screenshots.length > 0;
  const rows = videos.map((video) => {
    const growth = hasGrowth && html`<td class="number">${growthOf(viewLogsOf.get(video.url) ?? [], formats)}</td>`;
    const latest = viewLogsOf.get(video.url)?.at(-1);
    const shown = proofs.find((screenshot) => provesLatest(screenshot, video, latest));
    const image = proofOf(video, shown);
    const proof = hasProof && html`<td class="off-phones">${image}</td>`;
    return html`<tr>${aboutVideo(video, formats, image)}${growth || undefined}${proof || undefined}</tr>\n`;
  });
  const columns = [
    'Video',
    'Posted',
    numberHead('Views'),
    ...(hasGrowth ? [numberHead('Growth')] : []),
    ...(hasProof ? [html`<th scope="col" class="off-phones">Proof</th>`] : []),
  ];
  return html`<h2>Videos</h2>
${table(columns, rows)}`;
}

function aboutVideo(
  { url, title, platform, postDate, latestValue }: SharedVideo,
  { count, day }: Formats,
  proof: Html | undefined,
): Html {
  const known = Object.entries(PLATFORM_NAMES).find(([name]) => name === platform && name !== 'other');
  const views = latestValue === null ? html`<span class="soft">none yet</span>` : count(latestValue);
  return html`<td>${link(url, nameOfVideo({ url, title }))}${known && html`<br><span class="soft">${known[1]}</span>`}${proof && html`<span class="on-phones">${proof}</span>`}</td><td class="short">${day(postDate)}</td><td class="number">${views}</td>`;
}

/** The increase of the latest view log over that of the previous logged day. */
function growthOf(viewLogs: readonly SharedViewLog[], { count, dayOf, shortDay }: Formats): string {
  const latest = viewLogs.at(-1);
  if (!latest) return '';
  const lastDay = dayOf(latest.checkedAt);
  const before = viewLogs.findLast(({ checkedAt }) => dayOf(checkedAt) !== lastDay);
  if (!before) return '';
  const grown = latest.value - before.value;
  const sign = grown > 0 ? '+' : grown < 0 ? '−' : '±';
  return `${sign}${count(Math.abs(grown))} since ${shortDay(dayOf(before.checkedAt), lastDay)}`;
}

/** Whether a screenshot proves the video's latest view count; without view logs, whether it shows the same count. */
function provesLatest(
  { screenshotId, videoUrl, detectedViews }: SharedScreenshot,
  { url, latestValue }: SharedVideo,
  latest: SharedViewLog | undefined,
): boolean {
  if (latest) return latest.screenshotId === screenshotId;
  return videoUrl === url && detectedViews !== null && detectedViews === latestValue;
}

function proofOf(video: SharedVideo, screenshot: SharedScreenshot | undefined): Html | undefined {
  if (!screenshot) return undefined;
  const { imageUrl } = screenshot;
  return html`<a href="${imageUrl}"><img class="thumbnail" src="${imageUrl}?size=160" alt="Screenshot of ${nameOfVideo(video)}" loading="lazy"></a>`;
}

/** All view logs, latest first, collapsed because the table of the videos has the essentials. */
export function renderViewLogs({ videos = [], readings: viewLogs = [] }: Opened, { count, day, dayOf }: Formats): Html {
  const titles = new Map(videos.map((video) => [video.url, nameOfVideo(video)]));
  const rows = viewLogs
    .toReversed()
    .map(
      ({ videoUrl, value, checkedAt }) =>
        html`<tr><td class="short">${day(dayOf(checkedAt))}</td><td class="number">${count(value)}</td><td>${link(videoUrl, titles.get(videoUrl) ?? shortAddress(videoUrl))}</td></tr>\n`,
    );
  const summary = rows.length === 1 ? 'The view count' : `All ${count(rows.length)} view counts`;
  return html`<details><summary>${summary}</summary>
${table(['Day', numberHead('Views'), 'Video'], rows)}</details>
`;
}
