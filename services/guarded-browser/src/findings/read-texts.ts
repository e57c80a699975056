import { VIEW_NOUNS } from '@svc/video-pages/views/page-views';
import { type Collected, collectTexts } from '../in-page/collect-texts.js';
import type { PageBox } from '../in-page/page-dom.js';
import type { PageSession } from '../visits/page-session.js';

/** Variables and script ids in which the platforms' pages keep their state. */
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

/** The result for an unreadable page. */
const NOTHING: Collected = { lang: null, texts: [], scripts: [], metas: [] };

/** Bounded texts, data and metadata of a page that may contain a view count; `area` is the part of the page in the image. */
export async function readTexts(session: PageSession, area: PageBox): Promise<Collected> {
  const request = { ...BOUNDS, nouns: VIEW_NOUNS, states: APP_STATES, area };
  return (await session.askInPassing(collectTexts, request)) ?? NOTHING;
}
