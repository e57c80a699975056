import { VIEW_NOUNS } from '@svc/video-pages/views/page-views';
import { collectTexts, type Collected } from '../in-page/collect-texts.js';
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
const NOTHING: Collected = { lang: null, texts: [], scripts: [], metas: [] };

/** Texts, data and metadata of a page that may tell a view count, bounded; `area` is what its image shows. */
export async function readTexts(session: PageSession, area: PageBox): Promise<Collected> {
  const request = { ...BOUNDS, nouns: VIEW_NOUNS, states: APP_STATES, area };
  return (await session.askInPassing(collectTexts, request)) ?? NOTHING;
}
