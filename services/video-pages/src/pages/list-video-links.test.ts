import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { LinkedPageFindings, VideoCard } from './list-video-links.js';
import { listVideoLinks } from './list-video-links.js';

const YT = 'dQw4w9WgXcQ';

function list(parts: Partial<LinkedPageFindings>): VideoCard[] {
  return listVideoLinks({ url: 'https://blog.example.com/', scripts: [], anchors: [], ...parts });
}

const state = (value: unknown, name = 'state'): LinkedPageFindings['scripts'][number] => ({
  type: 'app_state',
  name,
  text: JSON.stringify(value),
});

test('merges links to one video into a card with the first non-empty text', () => {
  const cards = list({
    url: 'https://www.youtube.com/@creator/videos',
    anchors: [
      { href: `/watch?v=${YT}&t=75`, text: '' },
      { href: `https://youtu.be/${YT}`, text: 'A \u202etitle\n12K views' },
      { href: `/shorts/${YT}`, text: 'Later' },
      { href: '/@creator/about', text: 'About' },
      { href: 'https://x.com/Creator/status/1234567', text: 'Post' },
    ],
  });

  expect(cards).toEqual([
    {
      canonicalKey: `youtube:${YT}`,
      canonicalUrl: `https://www.youtube.com/watch?v=${YT}`,
      platform: 'youtube',
      accountHandle: null,
      startSeconds: 75,
      text: 'A title 12K views',
    },
    expect.objectContaining({ canonicalKey: 'x:1234567', accountHandle: 'creator', text: 'Post' }),
  ]);
});

test.each([
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://blog.example.com/video',
  'https://vm.tiktok.com/abc',
  'javascript:alert(1)',
  '//',
  '',
])('finds no video in %j', (href) => {
  expect(list({ anchors: [{ href, text: 'a' }] })).toEqual([]);
});

describe('reads videos from app state only on pages of the same platform', () => {
  test.each([
    ['https://www.youtube.com/@a', { a: { videoId: YT, title: { runs: [{ text: 'A ' }, { text: 'title' }] } } }, `youtube:${YT}`],
    ['https://www.youtube.com/@a', { contentType: 'LOCKUP_CONTENT_TYPE_VIDEO', contentId: YT, metadata: { lockupMetadataViewModel: { title: { content: 'A title' } } } }, `youtube:${YT}`],
    ['https://www.tiktok.com/@a', { itemList: [{ id: '7450000000000000000', desc: 'A title', video: {}, author: { uniqueId: 'a' } }] }, 'tiktok:7450000000000000000'],
    ['https://www.instagram.com/a/', { items: [{ code: 'DAbc-12_xyZ', media_type: 2, caption: { text: 'A title' } }] }, 'instagram:DAbc-12_xyZ'],
    ['https://x.com/a', { rest_id: '1234567', legacy: { full_text: 'A title', extended_entities: { media: [{ type: 'video' }] } } }, 'x:1234567'],
    ['https://www.facebook.com/a', { __typename: 'Video', id: '1234567890123', message: { text: 'A title' } }, 'facebook:1234567890123'],
    ['https://www.twitch.tv/a', { __typename: 'Clip', slug: 'BraveSlug-a_1', title: 'A title' }, 'twitch:clip:BraveSlug-a_1'],
  ])('%s', (url, value, canonicalKey) => {
    expect(list({ url, scripts: [state(value)] })).toMatchObject([{ canonicalKey, text: 'A title' }]);
    expect(list({ scripts: [state(value)] })).toEqual([]);
  }); // prettier-ignore

  test('skips invalid ids', () => {
    const value = { a: [{ videoId: 'short' }, { videoId: `${YT}/../x` }] };

    expect(list({ url: 'https://www.youtube.com/', scripts: [state(value)] })).toEqual([]);
  });
});

test('reads the first 2,000 links and truncates long texts', () => {
  const anchors = Array.from({ length: 2_001 }, (_, index) => ({
    href: `https://x.com/i/status/${1_000_000 + index}`,
    text: 'a'.repeat(1_000),
  }));

  const cards = list({ anchors });

  expect(cards).toHaveLength(2_000);
  expect(cards[0]?.text).toHaveLength(600);
});

test('never throws, and lists deterministically', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.json());
  const anchors = fc.array(fc.record({ href: text, text }));
  fc.assert(
    fc.property(text, anchors, text, (url, links, script) => {
      const parts = { url, anchors: links, scripts: [{ type: 'app_state', name: '', text: script } as const] };

      expect(list(parts)).toEqual(list(parts));
    }),
  );
});
