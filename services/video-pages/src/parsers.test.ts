/** Parsers of untrusted text run in linear time for any input. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { parseVideoUrl } from './addresses/canonical-video-url.js';
import { readVideoLink } from './addresses/video-link.js';
import { ADDRESS_LENGTH_MAX } from './addresses/web-address.js';
import { CAPTION_FORMATS, type CaptionTrackSource, readCaptionTrack } from './captions/read-caption-track.js';
import { readPublished } from './dates/read-published.js';
import { readAppState } from './metadata/app-state.js';
import { readJsonLd } from './metadata/json-ld.js';
import { type LinkedPageFindings, listVideoLinks } from './pages/list-video-links.js';
import { readVideoPage, type VideoPageFindings } from './pages/read-video-page.js';
import { parseViewText } from './views/view-text.js';

const readTrack = (format: CaptionTrackSource['format'], body: string): unknown =>
  readCaptionTrack({ format, language: null, kind: null, body });

/** Building blocks of caption tracks. */
const CAPTION_SHAPES = [
  '00:01.000 --> 00:02.000\na\n\n', '00:00:01,000 --> 00:00:02,000\n', '1\n', 'NOTE\n\n', 'NOTE\n', '--> ', '<c>', '<c', '{\\an8}', '{\\',
  '&amp;', '&', '<text start="1">a</text>', '<text start="1">', '</text>', '<p t="1">a</p>', '<s>', '<br/>', 'a="b" ', '<![CDATA[', ']]>', '<!', '<?',
  '0:15\n', '0:15 a\n', '0:', '[',
]; // prettier-ignore

const linksFindings = (text: string): LinkedPageFindings => ({
  url: 'https://www.youtube.com/@a',
  scripts: [
    {
      type: 'app_state',
      name: 'ytInitialData',
      text: JSON.stringify({ videoId: 'dQw4w9WgXcQ', title: { simpleText: text } }),
    },
  ],
  anchors: [{ href: text, text }],
});

const pageFindings = (text: string): VideoPageFindings => ({
  url: 'https://youtu.be/dQw4w9WgXcQ',
  requestedKey: 'youtube:dQw4w9WgXcQ',
  lang: text,
  texts: [{ text, inCapture: true }],
  scripts: [],
  metas: [{ name: 'og:title', content: text }],
  titles: [text],
  captions: [text],
  dates: [text],
  accounts: [text],
  comments: [{ text, account: text, hasAuthorBadge: false, isPinned: false }],
});

const APP_STATE = 'ytInitialPlayerResponse';

test.each<{ parser: string; parse: (text: string) => unknown; lengthMax?: number }>([
  { parser: 'video addresses', parse: (text) => parseVideoUrl(text), lengthMax: ADDRESS_LENGTH_MAX },
  { parser: 'view counts', parse: (text) => parseViewText(text) },
  { parser: 'JSON-LD', parse: readJsonLd },
  { parser: 'JSON-LD of a video', parse: (text) => readJsonLd(JSON.stringify({ '@type': 'VideoObject', name: text })) },
  { parser: 'state of a page', parse: (text) => readAppState(APP_STATE, text) },
  { parser: 'state in a variable', parse: (text) => readAppState(APP_STATE, `${APP_STATE} = {"a":"${text}`) },
  { parser: 'links with account and start', parse: (text) => readVideoLink(text), lengthMax: ADDRESS_LENGTH_MAX },
  ...(['auto', ...CAPTION_FORMATS] as const).map((format) => ({
    parser: `captions: ${format}`,
    parse: (body: string) => readTrack(format, body),
  })),
  { parser: 'one endless cue', parse: (text) => readTrack('vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`) },
  { parser: 'an endless text in XML', parse: (text) => readTrack('srv1', `<transcript><text start="1">${text}`) },
  { parser: 'an endless tag', parse: (text) => readTrack('srv1', `<transcript><text start="1" ${text}`) },
  { parser: 'comments of a video page', parse: (text) => readAppState('ytInitialData', text) },
  { parser: 'dates', parse: (text) => readPublished(text, { today: '2026-05-20' }) },
  { parser: 'a page of links', parse: (text) => listVideoLinks(linksFindings(text)) },
  { parser: 'a page of a video', parse: (text) => readVideoPage(pageFindings(text), { today: '2026-05-20' }) },
  { parser: 'a name again and again', parse: (text) => readAppState('a', text) },
])('parses in linear time: $parser', async ({ parse, lengthMax }) => {
  expect(await findSuperlinear(parse, lengthMax === undefined ? {} : { lengthMax })).toEqual([]);
});

test.each([
  ['WebVTT', 'vtt', 'WEBVTT\n\n'],
  ['WebVTT, header', 'vtt', 'WEBVTT\n'],
  ['SubRip', 'srt', ''],
  ['XML', 'srv1', '<transcript>'],
  ['XML, unnamed', 'srv3', ''],
  ['any', 'auto', ''],
  ['transcript', 'text', ''],
] as const)('parses building blocks of captions in linear time: %s', async (_what, format, opening) => {
  const parse = (body: string): unknown => readTrack(format, opening + body);

  expect(await findSuperlinear(parse, { shapes: CAPTION_SHAPES })).toEqual([]);
});
