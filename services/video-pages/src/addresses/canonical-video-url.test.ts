import { describe, expect, test } from '@jest/globals';
import { growthOf } from '@svc/chassis/testing/growth';
import * as fc from 'fast-check';
import { type ParsedVideoUrl, parseVideoUrl, type VideoUrl } from './canonical-video-url.js';

function parsed(raw: string): VideoUrl {
  const result = parseVideoUrl(raw);
  if (!result.ok) throw new Error(`${raw} was refused: ${result.reason}`);
  return result;
}

function refusal(raw: string): string {
  const result = parseVideoUrl(raw);
  return result.ok ? `accepted as ${result.canonicalKey}` : result.reason;
}

const YT = 'dQw4w9WgXcQ';
const TT = '7450000000000000000';

describe('refuses pages that are not a single video', () => {
  test.each([
    'https://www.youtube.com/@reel',
    'https://www.youtube.com/@creator/videos',
    'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
    'https://www.youtube.com/c/creator',
    'https://www.youtube.com/user/creator/videos',
    'https://www.youtube.com/creator',
    'https://www.tiktok.com/@creator?lang=en',
    'https://www.instagram.com/creator/',
    'https://www.instagram.com/creator/reels/',
    'https://www.instagram.com/stories/creator/',
    'https://x.com/creator',
    'https://x.com/creator/media',
    'https://www.facebook.com/some.page',
    'https://www.facebook.com/some.page/videos/',
    'https://www.twitch.tv/creator',
    'https://www.twitch.tv/creator/clips?range=7d',
    'https://player.twitch.tv/?channel=creator',
  ])('account page: %s', (url) => {
    expect(refusal(url)).toBe('account_page');
  });

  test.each([
    'https://www.youtube.com/results?search_query=deal',
    'https://www.youtube.com/hashtag/deal',
    'https://www.tiktok.com/search?q=deal',
    'https://www.tiktok.com/tag/deal',
    'https://www.instagram.com/explore/tags/deal/',
    'https://x.com/search?q=deal',
    'https://x.com/hashtag/deal',
    'https://www.facebook.com/search/videos?q=deal',
    'https://www.twitch.tv/directory/game/Chess',
  ])('search page: %s', (url) => {
    expect(refusal(url)).toBe('search_page');
  });

  test.each([
    'https://www.youtube.com/',
    'https://youtu.be/',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${YT}x`,
    'https://www.youtube.com/watch?list=PL123',
    'https://www.youtube.com/playlist?list=PL123',
    'https://music.youtube.com/playlist?list=PL123',
    'https://www.youtube.com/embed/videoseries?list=PL123',
    'https://www.youtube.com/embed/live_stream?channel=UC123',
    'https://www.youtube.com/post/Ugkx123',
    'https://www.youtube.com/redirect',
    'https://consent.youtube.com/m',
    `https://www.tiktok.com/@creator/photo/${TT}`,
    'https://www.tiktok.com/@creator/video/123',
    'https://www.tiktok.com/foryou',
    'https://vm.tiktok.com/',
    'https://www.instagram.com/reel/',
    'https://www.instagram.com/reels/audio/123456789/',
    `https://www.instagram.com/p/abcd${'k'.repeat(28)}/`,
    'https://x.com/i',
    'https://x.com/home',
    'https://x.com/someone/status/abc',
    'https://www.facebook.com/watch/',
    'https://www.facebook.com/story.php?story_fbid=123',
    'https://www.twitch.tv/videos/',
    'https://clips.twitch.tv/create',
    'https://clips.twitch.tv/embed',
  ])('not a video: %s', (url) => {
    expect(refusal(url)).toBe('not_a_video');
  });

  test('unwraps a link wrapped twice and refuses one wrapped three times', () => {
    const wrap = (url: string) => `https://www.youtube.com/redirect?q=${encodeURIComponent(url)}`;

    expect(parsed(wrap(wrap(`https://youtu.be/${YT}`))).canonicalKey).toBe(`youtube:${YT}`);
    expect(refusal(wrap(wrap(wrap(`https://youtu.be/${YT}`))))).toBe('not_a_video');
  });
});

describe('refuses unusable addresses', () => {
  test.each([
    ['', 'invalid_url'],
    ['Anna', 'invalid_url'],
    ['example.com/video', 'invalid_url'],
    ['yоutube.com/watch?v=dQw4w9WgXcQ', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://youtube.com../watch', 'invalid_url'],
    ['ftp://youtube.com/watch', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['data:text/html,hello', 'invalid_url'],
    ['user@youtube.com/watch?v=dQw4w9WgXcQ', 'userinfo_not_allowed'],
    ['https://user:secret@youtu.be/dQw4w9WgXcQ', 'userinfo_not_allowed'],
    ['https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ', 'userinfo_not_allowed'],
    ['youtube.com:8443/watch?v=dQw4w9WgXcQ', 'unexpected_port'],
    ['https://videos.example:8443/1', 'unexpected_port'],
    [`https://videos.example/${'a'.repeat(2_048)}`, 'too_long'],
    [`https://videos.example/${'é'.repeat(1_000)}`, 'too_long'],
  ])('%j as %s', (raw, reason) => {
    expect(refusal(raw)).toBe(reason);
  });

  test('accepts a link of 2048 characters and refuses one more', () => {
    const longest = `https://videos.example/${'a'.repeat(2_048 - 23)}`;

    expect(parsed(longest).canonicalUrl).toBe(longest);
    expect(refusal(`${longest}a`)).toBe('too_long');
  });

  test.each([
    'nonsense',
    'https://a:b@youtu.be/x',
    'https://youtu.be:1/x',
    `https://a.example/${'a'.repeat(3_000)}`,
    'https://x.com/someone',
    'https://x.com/search',
    'https://www.youtube.com/playlist?list=x',
    'https://www.youtube.com/',
  ])('explains the refusal of %.40s in one sentence with the next step', (raw) => {
    expect(parseVideoUrl(raw)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^[A-Z][^!?]*paste [^!?]*\.$/),
    });
  });
});

describe('compares hosts exactly', () => {
  test.each([
    `https://youtube.com.evil.example/watch?v=${YT}`,
    `https://notyoutube.com/watch?v=${YT}`,
    `https://yоutube.com/watch?v=${YT}`,
    `https://evil.example/youtube.com/watch?v=${YT}`,
    `https://studio.youtube.com/video/${YT}`,
    'https://a.b.facebook.com/watch/?v=1234567890123',
    'https://xfacebook.com/watch/?v=1234567890123',
    'https://x.com.example/a/status/1234567',
    'https://fakex.com/a/status/1234567',
    'https://localhost/watch',
    'https://127.0.0.1/watch',
    'https://[::1]/watch',
  ])('treats %s as a page of another host, identified by a hash', (url) => {
    expect(parsed(url)).toMatchObject({
      platform: 'other',
      platformVideoId: null,
      needsResolution: false,
      canonicalKey: expect.stringMatching(/^web:[0-9a-f]{16}$/),
    });
  });
});

describe('pages of other hosts', () => {
  test('keep identifying parameters and lose tracking parameters and the fragment', () => {
    const { canonicalUrl, canonicalKey } = parsed(
      'http://Videos.Example/Watch/1?b=2&utm_source=x&UTM_Medium=y&fbclid=1&gclid=2&igsh=3&igshid=4&si=5&feature=6&ref=7&ref_src=8&a=%20x&b=1&reference=9#top',
    );

    expect(canonicalUrl).toBe('https://videos.example/Watch/1?a=%20x&b=2&b=1&reference=9');
    expect(canonicalKey).toBe('web:3dfda3084adb1423');
  });

  test('have the same key for any order of their parameters', () => {
    expect(parsed('https://videos.example/v?b=2&a=1').canonicalKey).toBe(
      parsed('https://videos.example/v?a=1&b=2&utm_campaign=x').canonicalKey,
    );
  });

  test('keep a closing bracket that they open themselves', () => {
    expect(parsed('(https://videos.example/Talk_(2026))').canonicalUrl).toBe('https://videos.example/Talk_(2026)');
  });
});

describe('marks short links for resolution', () => {
  test.each([
    ['https://vm.tiktok.com/ZMabc123/?k=1', 'tiktok', 'https://vm.tiktok.com/ZMabc123'],
    ['vt.tiktok.com/ZSabc123', 'tiktok', 'https://vt.tiktok.com/ZSabc123'],
    ['https://m.tiktok.com/t/ZTabc123/', 'tiktok', 'https://www.tiktok.com/t/ZTabc123'],
    ['https://t.co/AbC123', 'other', 'https://t.co/AbC123'],
    ['https://fb.watch/abc-1_2/?mibextid=x', 'facebook', 'https://fb.watch/abc-1_2'],
    ['https://m.facebook.com/share/v/1AbcDef/?mibextid=x', 'facebook', 'https://www.facebook.com/share/v/1AbcDef'],
    ['https://www.facebook.com/share/r/1AbcDef/', 'facebook', 'https://www.facebook.com/share/r/1AbcDef'],
    ['https://www.facebook.com/share/p/1AbcDef/', 'facebook', 'https://www.facebook.com/share/p/1AbcDef'],
    ['https://instagram.com/share/reel/BAabc', 'instagram', 'https://www.instagram.com/share/reel/BAabc'],
    ['https://youtube.com/clip/UgkxAbc_1?si=x', 'youtube', 'https://www.youtube.com/clip/UgkxAbc_1'],
  ])('%s', (url, platform, canonicalUrl) => {
    expect(parsed(url)).toMatchObject({
      platform,
      canonicalUrl,
      canonicalKey: expect.stringMatching(/^web:[0-9a-f]{16}$/),
      platformVideoId: null,
      needsResolution: true,
    });
  });
});

describe('for any input', () => {
  const word = (pattern: RegExp) => fc.stringMatching(pattern);
  const youtubeId = word(/^[A-Za-z0-9_-]{11}$/).filter((id) => id !== 'videoseries' && id !== 'live_stream');
  const number = word(/^[1-9][0-9]{14,17}$/);
  const code = word(/^[A-Za-z0-9_-]{6,28}$/);
  const handle = word(/^[a-z][a-z0-9_]{8,14}$/);
  const host = fc.constantFrom('youtube.com', 'youtu.be', 'vm.tiktok.com', 'www.instagram.com', 'x.com', 'fb.watch');

  const generated = fc.oneof(
    fc.tuple(fc.constantFrom('watch?v=', 'shorts/', 'live/', 'embed/', 'v/'), youtubeId).map(([form, id]) => ({
      url: `https://m.youtube.com/${form}${id}`,
      key: `youtube:${id}`,
    })),
    youtubeId.map((id) => ({ url: `youtu.be/${id}?si=x`, key: `youtube:${id}` })),
    fc
      .tuple(handle, number)
      .map(([user, id]) => ({ url: `https://tiktok.com/@${user}/video/${id}`, key: `tiktok:${id}` })),
    fc.tuple(fc.constantFrom('p', 'reel', 'reels', 'tv'), code, handle).map(([form, id, user]) => ({
      url: `https://instagram.com/${user}/${form}/${id}/`,
      key: `instagram:${id}`,
    })),
    fc.tuple(handle, number).map(([user, id]) => ({
      url: `https://instagram.com/stories/${user}/${id}`,
      key: `instagram:story:${id}`,
    })),
    fc.tuple(handle, number).map(([user, id]) => ({ url: `https://twitter.com/${user}/status/${id}`, key: `x:${id}` })),
    fc.tuple(handle, number).map(([page, id]) => ({ url: `fb.com/${page}/videos/${id}`, key: `facebook:${id}` })),
    fc.tuple(number, number).map(([page, id]) => ({
      url: `https://facebook.com/story.php?id=${page}&story_fbid=${id}`,
      key: `facebook:post:${page}:${id}`,
    })),
    number.map((id) => ({ url: `https://twitch.tv/videos/${id}`, key: `twitch:${id}` })),
    fc.tuple(handle, code).map(([user, slug]) => ({
      url: `https://twitch.tv/${user}/clip/${slug}`,
      key: `twitch:clip:${slug}`,
    })),
  );

  test('gives every form of every id its key, stable under parsing the canonical URL', () => {
    fc.assert(
      fc.property(generated, ({ url, key }) => {
        const first = parsed(url);
        const again = parsed(first.canonicalUrl);

        expect(first.canonicalKey).toBe(key);
        expect(again).toMatchObject({ canonicalKey: key, canonicalUrl: first.canonicalUrl });
      }),
      { numRuns: 2_000 },
    );
  });

  const fragment = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '/',
      '?',
      '&',
      '=',
      '.',
      ')',
      '(',
      '}',
      '#',
      '%',
      '%40',
      '@',
      ':',
      'si',
      'utm_x',
      'a',
      'watch',
      'clip',
      't',
      'p',
    ),
  );
  const pastedText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.oneof(host, fc.domain()), fc.array(fragment, { maxLength: 12 }))
      .map(([name, parts]) => `https://${name}/${parts.join('')}`),
  );

  function readAgain(result: ParsedVideoUrl): ParsedVideoUrl {
    return result.ok ? parseVideoUrl(result.canonicalUrl) : result;
  }

  test('never throws, and accepts only addresses with a bounded, stable https canonical URL', () => {
    fc.assert(
      fc.property(pastedText, (raw) => {
        const result = parseVideoUrl(raw);
        const again = readAgain(result);

        if (result.ok) {
          expect(result.canonicalUrl).toMatch(/^https:\/\/[^/]+\//);
          expect(result.canonicalUrl.length).toBeLessThanOrEqual(2_048);
          expect(again).toMatchObject({ canonicalUrl: result.canonicalUrl, canonicalKey: result.canonicalKey });
        } else {
          expect(result.message).not.toBe('');
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('never mistakes a lookalike host for a platform', () => {
    const lookAlike = fc.oneof(
      fc.tuple(host, fc.domain()).map(([platform, domain]) => `${platform}.${domain}`),
      fc.tuple(handle, host).map(([prefix, platform]) => `${prefix}${platform}`),
      fc.tuple(host, handle).map(([platform, suffix]) => `${platform}${suffix}`),
    );

    fc.assert(
      fc.property(lookAlike, youtubeId, (name, id) => {
        const result = parseVideoUrl(`https://${name}/watch?v=${id}`);

        expect(result.ok ? result.platform : 'other').toBe('other');
      }),
    );
  });

  test.each([')', '(', '?.&', '?)&.', '/.', '@', '%', ':'])(
    'parses the longest link of nothing but %s in linear time',
    async (part) => {
      const growth = await growthOf(async (size) => {
        const raw = `https://a.example/?x${part.repeat(size)}`.slice(0, size);
        for (let times = 0; times < 20; times += 1) parseVideoUrl(raw);
      }, 2_048);

      expect(growth).toBeLessThan(20);
    },
  );
});
