/** The screenshots of a shared deal. */
import { type Html, html } from '@svc/http-host/pages/html';
import type { Formats } from '@svc/web/shared/format';
import {
  link,
  nameOfVideo,
  type Opened,
  type SharedScreenshot,
  type SharedViewLog,
  shortAddress,
} from './share-parts.js';

/** Earlier versions trusted a client that called itself the extension: its pictures count as uploaded. */
function originOf(grade: SharedScreenshot['grade'], sender: Html): Html {
  return grade === 'server_captured' ? html`Captured by our server` : html`Uploaded by ${sender}`;
}

export function renderPictures(share: Opened, formats: Formats): Html | undefined {
  const { videos = [], screenshots = [], readings: viewLogs = [] } = share;
  if (screenshots.length === 0) return undefined;
  const titles = new Map(videos.map((video) => [video.url, nameOfVideo(video)]));
  const proven = new Map(viewLogs.map((viewLog) => [viewLog.screenshotId, viewLog]));
  const sender = share.sharedBy === null ? html`the owner` : html`<bdi>${share.sharedBy}</bdi>`;
  return html`<h2>Screenshots</h2>
<div class="pictures">
${screenshots.map((screenshot) => {
  const about = { title: titles.get(screenshot.videoUrl), viewLog: proven.get(screenshot.screenshotId), sender };
  return figure(screenshot, about, formats);
})}</div>
`;
}

interface About {
  /** Display name of the video. */
  readonly title: string | undefined;
  /** The view log that the screenshot proves. */
  readonly viewLog: SharedViewLog | undefined;
  /** Who shared it. */
  readonly sender: Html;
}

/** The count that the screenshot proves with its day, or else the views found in it. */
function viewsOf(
  { detectedViews, viewsDetected }: SharedScreenshot,
  { viewLog, sender }: About,
  { count, day, dayOf }: Formats,
): Html[] {
  if (viewLog) return [html`${count(viewLog.value)} views on ${day(dayOf(viewLog.checkedAt))}`];
  if (detectedViews === null) return [];
  return [html`${count(detectedViews)} views${viewsDetected ? undefined : html` (stated by ${sender})`}`];
}

/** A thumbnail that links to the full picture; the browser sends the viewing pass with both. */
function figure(screenshot: SharedScreenshot, about: About, formats: Formats): Html {
  const { title } = about;
  const { imageUrl, videoUrl, capturedAt, grade, sourceUrl, showsAnotherPage } = screenshot;
  const facts = [
    ...viewsOf(screenshot, about, formats),
    html`${originOf(grade, about.sender)}${capturedAt === null ? undefined : `, ${formats.time(capturedAt)}`}`,
  ];
  const otherPage =
    showsAnotherPage && sourceUrl !== null
      ? html`<br><strong>Shows another page:</strong> ${link(sourceUrl, sourceUrl)}`
      : '';
  return html`<figure><a href="${imageUrl}"><img src="${imageUrl}?size=480" alt="Screenshot of ${title ?? videoUrl}" loading="lazy"></a>
<figcaption>${facts.map((fact, index) => html`${index > 0 ? ' · ' : ''}${fact}`)}<br>${link(videoUrl, title ?? shortAddress(videoUrl))}${otherPage}</figcaption></figure>
`;
}
