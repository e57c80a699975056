/** The screenshots of a shared deal. */
import { type Html, html } from '@svc/http-host/pages/html';
import type { Formats } from '@svc/web/shared/format';
import { link, nameOfVideo, type Opened, type SharedScreenshot, shortAddress } from './share-parts.js';

const GRADES: Readonly<Record<SharedScreenshot['grade'], string>> = {
  server_captured: 'Captured by our server',
  // From earlier versions, which trusted a client that called itself the extension.
  extension_captured: 'Uploaded',
  uploaded: 'Uploaded',
};

export function renderPictures({ videos = [], screenshots = [] }: Opened, formats: Formats): Html | undefined {
  if (screenshots.length === 0) return undefined;
  const titles = new Map(videos.map((video) => [video.url, nameOfVideo(video)]));
  return html`<h2>Screenshots</h2>
<div class="pictures">
${screenshots.map((screenshot) => figure(screenshot, titles.get(screenshot.videoUrl), formats))}</div>
`;
}

/** A thumbnail that links to the full picture; the browser sends the viewing pass with both. */
function figure(screenshot: SharedScreenshot, title: string | undefined, { count, time }: Formats): Html {
  const { imageUrl, videoUrl, capturedAt, detectedViews, viewsDetected, grade, sourceUrl, showsAnotherPage } =
    screenshot;
  const origin = viewsDetected ? '' : ' (stated by the owner)';
  const facts = [
    GRADES[grade],
    ...(capturedAt === null ? [] : [time(capturedAt)]),
    ...(detectedViews === null ? [] : [`${count(detectedViews)} views${origin}`]),
  ];
  const otherPage =
    showsAnotherPage && sourceUrl !== null
      ? html`<br><strong>Shows another page:</strong> ${link(sourceUrl, sourceUrl)}`
      : '';
  return html`<figure><a href="${imageUrl}"><img src="${imageUrl}?size=480" alt="Screenshot of ${title ?? videoUrl}" loading="lazy"></a>
<figcaption>${facts.join(', ')}<br>${link(videoUrl, title ?? shortAddress(videoUrl))}${otherPage}</figcaption></figure>
`;
}
