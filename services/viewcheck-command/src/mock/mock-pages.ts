import { listVideoLinks } from '@svc/video-pages/pages/list-video-links';
import { readVideoPage, type VideoPageFindings } from '@svc/video-pages/pages/read-video-page';
import type { OptionValues } from '../options/option-table.js';
import type { FetchedTrack, PageReader } from '../pages/page-reader.js';
import { MOCK_AS_OF } from './mock-api.js';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const TODAY = MOCK_AS_OF.toISOString().slice(0, 10);

const TRACK = `WEBVTT

00:01:21.000 --> 00:01:24.000
use code save twenty at checkout
`;

const JSON_LD = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: 'Spring haul',
  description: 'Use code SAVE20',
  url: VIDEO,
  uploadDate: '2026-01-10',
  duration: 'PT10M12S',
  author: { '@type': 'Person', name: 'Creator', url: 'https://www.youtube.com/@creator' },
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: { '@type': 'WatchAction' },
    userInteractionCount: 12345,
  },
});

const APP_STATE = `var ytInitialPlayerResponse = ${JSON.stringify({
  videoDetails: {
    videoId: 'dQw4w9WgXcQ',
    title: 'Spring haul',
    author: 'Creator',
    shortDescription: 'Use code SAVE20',
    lengthSeconds: '612',
    viewCount: '12345',
  },
  microformat: {
    playerMicroformatRenderer: { publishDate: '2026-01-10', ownerProfileUrl: 'https://www.youtube.com/@creator' },
  },
  captions: {
    playerCaptionsTracklistRenderer: {
      captionTracks: [
        { baseUrl: 'https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ', languageCode: 'en', kind: 'asr' },
      ],
    },
  },
})};`;

/** Built-in pages, parsed by the real readers; the options select which. */
export function openMockPages(values: OptionValues): PageReader {
  return {
    list: async (address) => ({
      ok: true,
      value: {
        finalUrl: address,
        cards: listVideoLinks({ url: address, scripts: [], anchors: [{ href: VIDEO, text: 'Spring haul 12K views' }] }),
      },
    }),
    read: async (address, requestedKey) => {
      const page = readVideoPage(findingsOf(values, address, requestedKey), { today: TODAY });
      return { ok: true, value: { finalUrl: address, page, tracks: tracksOf(values, page.captionTracks.length > 0) } };
    },
    resolve: async () => null,
    lacksBrowser: false,
    close: async () => undefined,
  };
}

function findingsOf(values: OptionValues, url: string, requestedKey: string): VideoPageFindings {
  const scripts: VideoPageFindings['scripts'] = [
    ...(values['mock-structured-metadata'] ? [{ type: 'json_ld' as const, name: '', text: JSON_LD }] : []),
    ...(values['mock-app-state-caption-track']
      ? [{ type: 'app_state' as const, name: 'ytInitialPlayerResponse', text: APP_STATE }]
      : []),
  ];
  return {
    url,
    requestedKey,
    lang: 'en',
    texts: [{ text: '12,345 views', inCapture: true }],
    scripts,
    metas: [],
    titles: ['Spring haul'],
    captions: ['Use code SAVE20'],
    dates: ['Jan 10, 2026'],
    accounts: ['https://www.youtube.com/@creator'],
    comments: [],
  };
}

/** Returns the caption track selected by the options, if the page names one or need not. */
function tracksOf(values: OptionValues, isNamed: boolean): FetchedTrack[] {
  const isThere = values['mock-caption-track'] || (values['mock-app-state-caption-track'] && isNamed);
  return isThere ? [{ language: 'en', kind: 'asr', body: TRACK }] : [];
}
