import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parseVideoUrl } from './canonical-video-url.js';
import { PLATFORM_NAMES } from './platforms/platform.js';
import { accountPageUrl, handleKey, parseAccountUrl, readVideoLink, searchPageUrl } from './video-link.js';

const YT = 'dQw4w9WgXcQ';
const TT = '7450000000000000000';
const CHANNEL = 'UCuAXFkgsw1L7xaCfnd5JJOw';

describe('the account in a link', () => {
  test.each([
    ['https://x.com/Creator/status/1', 'creator'],
    ['https://www.youtube.com/@Creator', 'creator'],
    ['https://www.youtube.com/@Creator/shorts', 'creator'],
    ['https://www.youtube.com/%40Creator', 'creator'],
    ['https://www.youtube.com/c/Creator/videos', 'creator'],
    ['https://www.youtube.com/user/Creator', 'creator'],
    [`https://www.youtube.com/channel/${CHANNEL}`, CHANNEL],
    ['https://www.youtube.com/@%E3%83%A6%E3%83%BC%E3%82%B6%E3%83%BC', 'ユーザー'],
    [`https://www.tiktok.com/@Creator/video/${TT}`, 'creator'],
    ['https://www.tiktok.com/@creator', 'creator'],
    ['https://instagram.com/creator/reels', 'creator'],
    ['https://www.instagram.com/Creator/reel/DAbc-12_xyZ/', 'creator'],
    ['https://www.instagram.com/stories/creator/3456789012345678901/', 'creator'],
    ['https://www.instagram.com/stories/creator/', 'creator'],
    ['https://x.com/Creator/media', 'creator'],
    ['https://www.facebook.com/Creator/videos/1234567890123/', 'creator'],
    ['https://www.facebook.com/profile.php?id=100044', '100044'],
    ['https://www.twitch.tv/Creator/clip/BraveSlug-a_1', 'creator'],
    ['https://www.twitch.tv/creator/v/123', 'creator'],
    ['https://www.twitch.tv/creator/schedule?vodID=123', 'creator'],
    ['https://player.twitch.tv/?channel=Creator', 'creator'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fx.com%2FCreator%2Fstatus%2F12', 'creator'],
  ])('%s', (url, handle) => {
    expect(readVideoLink(url).accountHandle).toBe(handle);
  });

  test.each([
    `https://www.youtube.com/watch?v=${YT}`,
    `https://www.tiktok.com/@/video/${TT}`,
    `https://m.tiktok.com/v/${TT}.html`,
    'https://x.com/i/status/1234567',
    'https://x.com/i/web/status/1234567',
    'https://x.com/notifications',
    'https://www.instagram.com/stories/highlights/3456789012345678901/',
    'https://www.instagram.com/p/DAbc-12_xyZ/',
    'https://clips.twitch.tv/BraveSlug-a_1',
    'https://www.youtube.com.evil.example/@creator',
    'https://www.youtube.com/channel/',
    'creator',
    '',
  ])('finds no account in %j', (url) => {
    expect(readVideoLink(url)).toMatchObject({ accountHandle: null, account: null });
  });

  test('compares handles ignoring case and @', () => {
    expect(handleKey(' @Creator')).toBe(handleKey('creator'));
  });
});

describe('account pages', () => {
  test.each([
    ['youtube', 'https://www.youtube.com/@creator'],
    ['tiktok', 'https://www.tiktok.com/@creator'],
    ['instagram', 'https://www.instagram.com/creator/'],
    ['x', 'https://x.com/creator'],
    ['facebook', 'https://www.facebook.com/creator'],
    ['twitch', 'https://www.twitch.tv/creator'],
  ] as const)('%s: builds the URL of an account and parses it back', (platform, url) => {
    expect(accountPageUrl(platform, '@Creator')).toBe(url);
    expect(parseAccountUrl(url)).toEqual({ platform, handle: 'creator', url });
    expect(parseVideoUrl(url)).toMatchObject({ ok: false, reason: 'account_page' });
  });

  test('keeps the case of channel ids', () => {
    const url = `https://www.youtube.com/channel/${CHANNEL}`;

    expect(accountPageUrl('youtube', CHANNEL)).toBe(url);
    expect(parseAccountUrl(`${url}/videos`)).toEqual({ platform: 'youtube', handle: CHANNEL, url });
  });

  test('keeps the URL of a legacy account name', () => {
    expect(parseAccountUrl('https://www.youtube.com/user/Creator/videos')?.url).toBe(
      'https://www.youtube.com/user/creator',
    );
  });

  test.each([
    ['instagram', 'explore'],
    ['x', 'i'],
    ['twitch', 'a b'],
    ['tiktok', '../x'],
    ['facebook', 'a'.repeat(101)],
    ['youtube', ''],
  ] as const)('%s: rejects the handle %j', (platform, handle) => {
    expect(accountPageUrl(platform, handle)).toBeNull();
  });

  test('parses every account URL back to its handle', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLATFORM_NAMES), fc.string({ unit: 'binary' }), (platform, handle) => {
        const url = accountPageUrl(platform, handle);
        if (url === null) return;

        expect(handleKey(parseAccountUrl(url)?.handle ?? '')).toBe(handleKey(handle));
      }),
    );
  });
});

test.each([
  ['youtube', 'https://www.youtube.com/results?search_query=save%2020%26more'],
  ['tiktok', 'https://www.tiktok.com/search/video?q=save%2020%26more'],
  ['instagram', 'https://www.instagram.com/explore/search/keyword/?q=save%2020%26more'],
  ['x', 'https://x.com/search?f=video&q=save%2020%26more'],
  ['facebook', 'https://www.facebook.com/search/videos/?q=save%2020%26more'],
  ['twitch', 'https://www.twitch.tv/search?term=save%2020%26more'],
] as const)('%s: builds the URL of a search', (platform, url) => {
  expect(searchPageUrl(platform, ' save 20&more ')).toBe(url);
  expect(parseVideoUrl(url)).toMatchObject({ ok: false, reason: 'search_page' });
});

test.each(['', ' ', 'é'.repeat(400)])('builds no search URL for %j', (query) => {
  expect(searchPageUrl('youtube', query)).toBeNull();
});

describe('the start position in a link', () => {
  test.each([
    [`https://youtu.be/${YT}?t=75`, 75],
    [`https://youtu.be/${YT}?si=x&t=75s`, 75],
    [`https://www.youtube.com/watch?v=${YT}&t=1m15s`, 75],
    [`https://www.youtube.com/watch?v=${YT}#t=75`, 75],
    [`https://www.youtube.com/watch?v=${YT}#t=1m15s`, 75],
    [`https://www.youtube.com/watch?v=${YT}#t=75,90`, 75],
    [`https://www.youtube.com/embed/${YT}?start=75`, 75],
    ['https://www.twitch.tv/videos/1234567890?t=1h2m3s', 3_723],
    [`https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${YT}%3Ft%3D75`, 75],
    [`https://youtu.be/${YT}?t=0`, 0],
    [`https://youtu.be/${YT}?t=`, null],
    [`https://youtu.be/${YT}?t=-5`, null],
    [`https://youtu.be/${YT}?t=1.5`, null],
    [`https://youtu.be/${YT}?t=86401`, null],
    ['https://twitter.com/someone/status/1234567?s=20&t=Abc', null],
    [`https://youtu.be/${YT}`, null],
  ])('%s', (url, seconds) => {
    expect(readVideoLink(url).startSeconds).toBe(seconds);
  });
});

test('returns the same video as parseVideoUrl and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (raw) => {
      expect(readVideoLink(raw).video).toEqual(parseVideoUrl(raw));
    }),
  );
});
