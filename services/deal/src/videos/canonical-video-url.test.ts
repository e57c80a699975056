import { describe, expect, test } from '@jest/globals';
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

describe('every form of a link leads to the one key and canonical URL of its video', () => {
  test.each([
    [`https://www.youtube.com/watch?v=${YT}`, 'video'],
    [`https://youtube.com/watch?v=${YT}`, 'video'],
    [`https://m.youtube.com/watch?app=desktop&v=${YT}&list=x`, 'video'],
    [`https://music.youtube.com/watch?v=${YT}`, 'video'],
    [`https://gaming.youtube.com/watch?v=${YT}`, 'video'],
    [`https://www.youtube-nocookie.com/embed/${YT}?rel=0`, 'video'],
    [`https://youtube-nocookie.com/embed/${YT}`, 'video'],
    [`https://youtu.be/${YT}?si=a`, 'video'],
    [`https://www.youtube.com/shorts/${YT}?feature=share`, 'short'],
    [`https://www.youtube.com/live/${YT}`, 'live'],
    [`https://www.youtube.com/embed/${YT}`, 'video'],
    [`https://www.youtube.com/v/${YT}`, 'video'],
    [`https://www.youtube.com/e/${YT}/`, 'video'],
    [`https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${YT}%26feature%3Dshare`, 'video'],
    [`https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${YT}`, 'video'],
    [`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fshorts%2F${YT}&gl=DE`, 'short'],
    [`https://www.youtube.com/oembed?url=https%3A//youtube.com/watch%3Fv%3D${YT}&format=json`, 'video'],
  ])('YouTube: %s', (url, contentKind) => {
    expect(parsed(url)).toEqual({
      ok: true,
      canonicalUrl: `https://www.youtube.com/watch?v=${YT}`,
      canonicalKey: `youtube:${YT}`,
      platform: 'youtube',
      platformVideoId: YT,
      contentKind,
      startSeconds: null,
      needsResolution: false,
      ephemeral: false,
    });
  });

  test.each([
    [`https://www.tiktok.com/@Some.User_1/video/${TT}?is_from_webapp=1&lang=en`, '@some.user_1'],
    [`https://m.tiktok.com/@some.user_1/video/${TT}`, '@some.user_1'],
    [`https://www.tiktok.com/%40some.user_1/video/${TT}`, '@some.user_1'],
    [`https://www.tiktok.com/@/video/${TT}`, '@_'],
    [`https://www.tiktok.com/@b%C3%A9/video/${TT}`, '@_'],
    [`https://m.tiktok.com/v/${TT}.html`, '@_'],
    [`https://tiktok.com/v/${TT}`, '@_'],
    [`https://www.tiktok.com/embed/${TT}`, '@_'],
    [`https://www.tiktok.com/embed/v2/${TT}`, '@_'],
    [`https://www.tiktok.com/player/v1/${TT}?loop=1`, '@_'],
    [`https://www.tiktok.com/share/video/${TT}/`, '@_'],
  ])('TikTok: %s', (url, handle) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: `https://www.tiktok.com/${handle}/video/${TT}`,
      canonicalKey: `tiktok:${TT}`,
      platform: 'tiktok',
      platformVideoId: TT,
      contentKind: 'video',
    });
  });

  test.each([
    ['https://www.instagram.com/p/DAbc-12_xyZ/?img_index=2', 'post'],
    ['https://instagram.com/reel/DAbc-12_xyZ/?igsh=abc==', 'reel'],
    ['https://m.instagram.com/reels/DAbc-12_xyZ', 'reel'],
    ['https://www.instagram.com/tv/DAbc-12_xyZ/', 'video'],
    ['https://www.instagram.com/some.user/reel/DAbc-12_xyZ/', 'reel'],
    ['https://www.instagram.com/some.user/p/DAbc-12_xyZ/', 'post'],
    ['https://www.instagram.com/p/DAbc-12_xyZ/embed/captioned/', 'post'],
    [`https://www.instagram.com/p/DAbc-12_xyZ${'k'.repeat(28)}/`, 'post'],
    ['https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Freel%2FDAbc-12_xyZ%2F&e=x', 'reel'],
  ])('Instagram: %s', (url, contentKind) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/p/DAbc-12_xyZ/',
      canonicalKey: 'instagram:DAbc-12_xyZ',
      platform: 'instagram',
      platformVideoId: 'DAbc-12_xyZ',
      contentKind,
      ephemeral: false,
    });
  });

  test('Instagram stories are ephemeral, highlights are not, and their ids do not meet', () => {
    expect(parsed('https://www.instagram.com/stories/Some.User/3456789012345678901/?hl=de')).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/stories/some.user/3456789012345678901/',
      canonicalKey: 'instagram:story:3456789012345678901',
      contentKind: 'story',
      ephemeral: true,
    });
    expect(parsed('https://www.instagram.com/stories/highlights/3456789012345678901/')).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/stories/highlights/3456789012345678901/',
      canonicalKey: 'instagram:highlight:3456789012345678901',
      contentKind: 'story',
      ephemeral: false,
    });
  });

  test.each([
    'https://x.com/someone/status/1234567',
    'https://twitter.com/someone/status/1234567?s=20&t=Abc',
    'https://www.twitter.com/someone/statuses/1234567',
    'https://mobile.twitter.com/someone/status/1234567/video/1',
    'https://m.x.com/i/status/1234567',
    'https://x.com/i/web/status/1234567',
    'https://twitter.com/statuses/1234567',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1234567',
  ])('X: %s', (url) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://x.com/i/status/1234567',
      canonicalKey: 'x:1234567',
      platform: 'x',
      platformVideoId: '1234567',
      contentKind: 'post',
      startSeconds: null,
    });
  });

  test.each([
    ['https://www.facebook.com/watch/?v=1234567890123', 'video'],
    ['https://fb.com/watch?v=1234567890123', 'video'],
    ['https://www.facebook.com/watch/live/?ref=x&v=1234567890123', 'live'],
    ['https://de-de.facebook.com/some.page/videos/1234567890123/', 'video'],
    ['https://m.facebook.com/some.page/videos/a-slug-here/1234567890123', 'video'],
    ['https://www.facebook.com/video.php?v=1234567890123', 'video'],
    ['https://www.facebook.com/video/embed?video_id=1234567890123', 'video'],
    ['https://www.facebook.com/reel/1234567890123', 'reel'],
    [
      'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fp%2Fvideos%2F1234567890123%2F',
      'video',
    ],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1234567890123&h=x', 'reel'],
    ['https://www.facebook.com/flx/warn/?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1234567890123', 'reel'],
  ])('Facebook: %s', (url, contentKind) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://www.facebook.com/watch/?v=1234567890123',
      canonicalKey: 'facebook:1234567890123',
      platform: 'facebook',
      platformVideoId: '1234567890123',
      contentKind,
    });
  });

  test('Facebook posts are identified by page and post', () => {
    expect(parsed('https://m.facebook.com/story.php?id=100044&story_fbid=pfbid02AbC&mibextid=x')).toMatchObject({
      canonicalUrl: 'https://www.facebook.com/story.php?story_fbid=pfbid02AbC&id=100044',
      canonicalKey: 'facebook:post:100044:pfbid02AbC',
      platformVideoId: 'pfbid02AbC',
      contentKind: 'post',
    });
  });

  test.each([
    'https://www.twitch.tv/videos/1234567890',
    'https://m.twitch.tv/some_channel/v/1234567890',
    'https://go.twitch.tv/some_channel/video/1234567890',
    'https://player.twitch.tv/?video=v1234567890&parent=example.com',
    'https://player.twitch.tv/?video=1234567890',
    'https://www.twitch.tv/some_channel/schedule?vodID=1234567890',
  ])('Twitch videos: %s', (url) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://www.twitch.tv/videos/1234567890',
      canonicalKey: 'twitch:1234567890',
      platform: 'twitch',
      platformVideoId: '1234567890',
      contentKind: 'video',
    });
  });

  test.each([
    'https://clips.twitch.tv/BraveSlug-a_1',
    'https://www.twitch.tv/some_channel/clip/BraveSlug-a_1?filter=clips',
    'https://m.twitch.tv/clip/BraveSlug-a_1',
    'https://clips.twitch.tv/embed?clip=BraveSlug-a_1&parent=example.com',
  ])('Twitch clips: %s', (url) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://clips.twitch.tv/BraveSlug-a_1',
      canonicalKey: 'twitch:clip:BraveSlug-a_1',
      platformVideoId: 'BraveSlug-a_1',
      contentKind: 'clip',
    });
  });

  test('ids that differ only in case are two videos', () => {
    expect(parsed('https://youtu.be/dQw4w9WgXcQ').canonicalKey).not.toBe(
      parsed('https://youtu.be/dqw4w9WgXcQ').canonicalKey,
    );
  });
});

describe('the way in which a link is written or pasted does not matter', () => {
  test.each([
    `http://www.youtube.com/watch?v=${YT}`,
    `HTTPS://WWW.YouTube.COM/watch?v=${YT}`,
    `https://www.youtube.com./watch?v=${YT}`,
    `//www.youtube.com/watch?v=${YT}`,
    `www.youtube.com/watch?v=${YT}`,
    `youtu.be/${YT}`,
    `Youtube.com./watch?v=${YT}`,
    `  https://youtu.be/${YT}\t\n`,
    `<https://youtu.be/${YT}>`,
    `(https://youtu.be/${YT}).`,
    `"https://youtu.be/${YT}",`,
    `[{'https://youtu.be/${YT}'}];`,
    `\u200bhttps://youtu.be/${YT}\u200e`,
    `\ufeffhttps://youtu.be/${YT}`,
    `https://www.youtube.com:443/watch?v=${YT}`,
    `https://www.youtube.com//watch/?v=${YT}#comments`,
  ])('%j', (raw) => {
    expect(parsed(raw).canonicalKey).toBe(`youtube:${YT}`);
  });
});

describe('time hints become the second to start at', () => {
  test.each([
    [`https://youtu.be/${YT}?t=75`, 75],
    [`https://youtu.be/${YT}?t=75s`, 75],
    [`https://youtu.be/${YT}?t=1m15s`, 75],
    [`https://youtu.be/${YT}?t=1h2m3s`, 3723],
    [`https://youtu.be/${YT}?t=2h`, 7200],
    [`https://www.youtube.com/embed/${YT}?start=75`, 75],
    [`https://www.youtube.com/watch?v=${YT}#t=75`, 75],
    [`https://youtu.be/${YT}?t=0`, 0],
    ['https://www.twitch.tv/videos/1234567890?t=1h2m3s', 3723],
    [`https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3D${YT}%26t%3D75`, 75],
    ['https://videos.example/talk#t=75', 75],
  ])('%s', (url, startSeconds) => {
    expect(parsed(url).startSeconds).toBe(startSeconds);
  });

  test.each(['?t=', '?t=soon', '?t=-5', '?t=1e3', '?t=99999999999999999999', '?t=3s1h', '#t'])(
    'but %s is none',
    (hint) => {
      expect(parsed(`https://youtu.be/${YT}${hint}`).startSeconds).toBeNull();
    },
  );

  test('a parameter t of an unknown host is part of its address, not a time', () => {
    expect(parsed('https://forum.example/topic?t=75')).toMatchObject({
      canonicalUrl: 'https://forum.example/topic?t=75',
      startSeconds: null,
    });
  });
});

describe('pages that are not one video are refused', () => {
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
  ])('no video: %s', (url) => {
    expect(refusal(url)).toBe('not_a_video');
  });

  test('a link wrapped twice is unwrapped, one wrapped three times is refused', () => {
    const wrap = (url: string) => `https://www.youtube.com/redirect?q=${encodeURIComponent(url)}`;

    expect(parsed(wrap(wrap(`https://youtu.be/${YT}`))).canonicalKey).toBe(`youtube:${YT}`);
    expect(refusal(wrap(wrap(wrap(`https://youtu.be/${YT}`))))).toBe('not_a_video');
  });
});

describe('addresses that cannot be used are refused', () => {
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

  test('a link of exactly 2048 characters is accepted, one more is not', () => {
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
  ])('the refusal of %.40s is one sentence saying what to do', (raw) => {
    expect(parseVideoUrl(raw)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^[A-Z][^!?]*paste [^!?]*\.$/),
    });
  });
});

describe('hosts are compared exactly', () => {
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
  ])('%s is a page of another host, known by a hash', (url) => {
    expect(parsed(url)).toMatchObject({
      platform: 'other',
      platformVideoId: null,
      contentKind: 'unknown',
      needsResolution: false,
      canonicalKey: expect.stringMatching(/^web:[0-9a-f]{16}$/),
    });
  });
});

describe('pages of other hosts', () => {
  test('keep what identifies them and lose tracking parameters and fragment', () => {
    const { canonicalUrl, canonicalKey } = parsed(
      'http://Videos.Example/Watch/1?b=2&utm_source=x&UTM_Medium=y&fbclid=1&gclid=2&igsh=3&igshid=4&si=5&feature=6&ref=7&ref_src=8&a=%20x&b=1&reference=9#top',
    );

    expect(canonicalUrl).toBe('https://videos.example/Watch/1?a=%20x&b=2&b=1&reference=9');
    expect(canonicalKey).toBe('web:3dfda3084adb1423');
  });

  test('are the same page whatever the order of their parameters', () => {
    expect(parsed('https://videos.example/v?b=2&a=1').canonicalKey).toBe(
      parsed('https://videos.example/v?a=1&b=2&utm_campaign=x').canonicalKey,
    );
  });

  test('keep the closing bracket that they open themselves', () => {
    expect(parsed('(https://videos.example/Talk_(2026))').canonicalUrl).toBe('https://videos.example/Talk_(2026)');
  });
});

describe('short links need resolution', () => {
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

  test('and so do those of our own hosts, with or without port', () => {
    const options = { ownShortHosts: ['Go.Example', 'localhost:8090'] };

    expect(parseVideoUrl('go.example/spring?utm_source=x', options)).toMatchObject({
      ok: true,
      platform: 'other',
      canonicalUrl: 'https://go.example/spring',
      needsResolution: true,
    });
    expect(parseVideoUrl('http://localhost:8090/spring', options)).toMatchObject({ ok: true, needsResolution: true });
    expect(parseVideoUrl('https://go.example/', options)).toMatchObject({ ok: false, reason: 'not_a_video' });
    expect(parseVideoUrl('https://go.example/spring')).toMatchObject({ ok: true, needsResolution: false });
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

  test('each form of each id has its key, and reading the canonical URL gives the same one', () => {
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

  test('parsing never throws, and the canonical URL of what it accepts is https, bounded and stable', () => {
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

  test('a host that only looks like a platform is never taken for it', () => {
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

  test('the longest and most tangled links are read in an instant', () => {
    const tangled = [')', '(', '?.&', '?)&.', '/.', '@', '%', ':'].map((part) =>
      `https://a.example/?x${part.repeat(2_048)}`.slice(0, 2_048),
    );
    const startedAt = performance.now();

    for (const raw of tangled) parseVideoUrl(raw);

    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
