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

const GRADES: Readonly<Record<SharedScreenshot['grade'], string>> = {
  server_captured: 'Captured by our server',
  // From earlier versions, which trusted a client that called itself the extension.
  extension_captured: 'Uploaded by the owner',
  uploaded: 'Uploaded by the owner',
};

export function renderPictures(share: Opened, formats: Formats): Html | undefined {
  const { videos = [], screenshots = [], readings: viewLogs = [] } = share;
  if (screenshots.length === 0) return undefined;
  const titles = new Map(videos.map((video) => [video.url, nameOfVideo(video)]));
  const proven = new Map(viewLogs.map((viewLog) => [viewLog.screenshotId, viewLog]));
  return html`<h2>Screenshots</h2>
<div class="pictures">
${screenshots.map((screenshot) => {
  const about = { title: titles.get(screenshot.videoUrl), viewLog: proven.get(screenshot.screenshotId) };
  return figure(screenshot, about, formats);
})}</div>
`;
}

interface About {
  /** Display name of the video. */
  readonly title: string | undefined;
  /** The view log that the screenshot proves. */
  readonly viewLog: SharedViewLog | undefined;
}

/** The count that the screenshot proves with its day, or else the views found in it. */
function viewsOf(
  { detectedViews, viewsDetected }: SharedScreenshot,
  { viewLog }: About,
  { count, day, dayOf }: Formats,
): string[] {
  if (viewLog) return [`${count(viewLog.value)} views on ${day(dayOf(viewLog.checkedAt))}`];
  if (detectedViews === null) return [];
  return [`${count(detectedViews)} views${viewsDetected ? '' : ' (stated by the owner)'}`];
}

/** A thumbnail that links to the full picture; the browser sends the viewing pass with both. */
function figure(screenshot: SharedScreenshot, about: About, formats: Formats): Html {
  const { title } = about;
  const { imageUrl, videoUrl, capturedAt, grade, sourceUrl, showsAnotherPage } = screenshot;
  const facts = [
    ...viewsOf(screenshot, about, formats),
    `${GRADES[grade]}${capturedAt === null ? '' : `, ${formats.time(capturedAt)}`}`,
  ];
  const otherPage =
    showsAnotherPage && sourceUrl !== null
      ? html`<br><strong>Shows another page:</strong> ${link(sourceUrl, sourceUrl)}`
      : '';
  return html`<figure><a href="${imageUrl}"><img src="${imageUrl}?size=480" alt="Screenshot of ${title ?? videoUrl}" loading="lazy"></a>
<figcaption>${facts.join(' · ')}<br>${link(videoUrl, title ?? shortAddress(videoUrl))}${otherPage}</figcaption></figure>
`;
}
