import { type DetectedViews, detectViews } from '@svc/video-pages/views/page-views';
import type { PageBox } from '../in-page/page-dom.js';
import type { PageSession } from '../visits/page-session.js';
import { readTexts } from './read-texts.js';

export interface ViewedPage {
  /** Final address of the main frame. */
  readonly url: string;
  /** Key of the requested video; null for pages without one. */
  readonly canonicalKey: string | null;
  readonly area: PageBox;
}

/** Detects the view count of a page's video. */
export async function detectPageViews(
  session: PageSession,
  { url, canonicalKey, area }: ViewedPage,
): Promise<DetectedViews> {
  return detectViews({ url, requestedKey: canonicalKey ?? '', ...(await readTexts(session, area)) });
}
