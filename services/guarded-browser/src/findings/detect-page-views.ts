import { detectViews, VIEW_NOUNS, type DetectedViews } from '@svc/video-pages/views/page-views';
import { collectTexts } from '../in-page/collect-texts.js';
import type { PageBox } from '../in-page/page-dom.js';
import type { PageSession } from '../visits/page-session.js';

/** Where the programs of the platforms' pages keep what they show. */
const APP_STATES = [
  'ytInitialPlayerResponse',
  'ytInitialData',
  '__UNIVERSAL_DATA_FOR_REHYDRATION__',
  'SIGI_STATE',
  '__INITIAL_STATE__',
  '__NEXT_DATA__',
  'video_view_count',
  'play_count',
];

const BOUNDS = {
  msMax: 2_000,
  textsMax: 300,
  textLengthMax: 200,
  scriptsMax: 20,
  scriptLengthMax: 2_000_000,
  scriptsLengthMax: 5_000_000,
};

/** What a page tells that does not let itself be read. */
const NOTHING = { lang: null, texts: [], scripts: [], metas: [] };

export interface ViewedPage {
  /** Final address of the main frame. */
  readonly url: string;
  /** Of the video that was asked for; null for pages that have none. */
  readonly canonicalKey: string | null;
  readonly area: PageBox;
}

/** How many views a page says that its video has. */
export async function detectPageViews(
  session: PageSession,
  { url, canonicalKey, area }: ViewedPage,
): Promise<DetectedViews> {
  const collected = await session.askInPassing(collectTexts, {
    ...BOUNDS,
    nouns: VIEW_NOUNS,
    states: APP_STATES,
    area,
  });
  return detectViews({ url, requestedKey: canonicalKey ?? '', ...(collected ?? NOTHING) });
}
