import type { VideoPageFindings } from '@svc/video-pages/pages/read-video-page';
import { collectVideoDetails, type VideoDetails } from '../in-page/collect-video-details.js';
import type { PageBox } from '../in-page/page-dom.js';
import type { PageSession } from '../visits/page-session.js';
import { readFirstComment } from './read-first-comment.js';
import { readTexts } from './read-texts.js';
import { VIDEO_SELECTORS } from './video-selectors.js';

const BOUNDS = { textsMax: 20, textLengthMax: 5_000 };
const NO_DETAILS: VideoDetails = { titles: [], captions: [], dates: [], accounts: [] };

export interface VisitedVideo {
  /** Final address of the main frame. */
  readonly url: string;
  /** Canonical key of the requested video. */
  readonly requestedKey: string;
  /** The part of the page that counts as visible. */
  readonly area: PageBox;
}

/** Bounded contents of a video's page; `readVideoPage` interprets them. */
export async function readVideoFindings(
  session: PageSession,
  { url, requestedKey, area }: VisitedVideo,
): Promise<VideoPageFindings> {
  const texts = await readTexts(session, area);
  const details = await session.askInPassing(collectVideoDetails, { ...VIDEO_SELECTORS, ...BOUNDS });
  const comment = await readFirstComment(session);
  return { url, requestedKey, ...texts, ...(details ?? NO_DETAILS), comments: comment ? [comment] : [] };
}
