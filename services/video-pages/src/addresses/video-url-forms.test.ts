import { describe, expect, test } from '@jest/globals';
import { parseVideoUrl, type VideoUrl } from './canonical-video-url.js';

function parsed(raw: string): VideoUrl {
  const result = parseVideoUrl(raw);
  if (!result.ok) throw new Error(`${raw} was refused: ${result.reason}`);
  return result;
}

const YT = 'dQw4w9WgXcQ';
const TT = '7450000000000000000';

describe('maps every form of a link to the one key and canonical URL of its video', () => {
  test.each([
    `https://www.youtube.com/watch?v=${YT}`,
    `https://youtube.com/watch?v=${YT}`,
    `https://m.youtube.com/watch?app=desktop&v=${YT}&list=x`,
    `https://music.youtube.com/watch?v=${YT}`,
    `https://gaming.youtube.com/watch?v=${YT}`,
    `https://www.youtube-nocookie.com/embed/${YT}?rel=0`,
    `https://youtube-nocookie.com/embed/${YT}`,
    `https://youtu.be/${YT}?si=a`,
    `https://www.youtube.com/shorts/${YT}?feature=share`,
    `https://www.youtube.com/live/${YT}`,
    `https://www.youtube.com/embed/${YT}`,
    `https://www.youtube.com/v/${YT}`,
    `https://www.youtube.com/e/${YT}/`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${YT}%26feature%3Dshare`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${YT}`,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fshorts%2F${YT}&gl=DE`,
    `https://www.youtube.com/oembed?url=https%3A//youtube.com/watch%3Fv%3D${YT}&format=json`,
  ])('YouTube: %s', (url) => {
    expect(parsed(url)).toEqual({
      ok: true,
      canonicalUrl: `https://www.youtube.com/watch?v=${YT}`,
      canonicalKey: `youtube:${YT}`,
      platform: 'youtube',
      platformVideoId: YT,
      needsResolution: false,
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
    });
  });

  test.each([
    'https://www.instagram.com/p/DAbc-12_xyZ/?img_index=2',
    'https://instagram.com/reel/DAbc-12_xyZ/?igsh=abc==',
    'https://m.instagram.com/reels/DAbc-12_xyZ',
    'https://www.instagram.com/tv/DAbc-12_xyZ/',
    'https://www.instagram.com/some.user/reel/DAbc-12_xyZ/',
    'https://www.instagram.com/some.user/p/DAbc-12_xyZ/',
    'https://www.instagram.com/p/DAbc-12_xyZ/embed/captioned/',
    `https://www.instagram.com/p/DAbc-12_xyZ${'k'.repeat(28)}/`,
    'https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Freel%2FDAbc-12_xyZ%2F&e=x',
  ])('Instagram: %s', (url) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/p/DAbc-12_xyZ/',
      canonicalKey: 'instagram:DAbc-12_xyZ',
      platform: 'instagram',
      platformVideoId: 'DAbc-12_xyZ',
    });
  });

  test('keeps ids of Instagram stories and highlights apart', () => {
    expect(parsed('https://www.instagram.com/stories/Some.User/3456789012345678901/?hl=de')).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/stories/some.user/3456789012345678901/',
      canonicalKey: 'instagram:story:3456789012345678901',
    });
    expect(parsed('https://www.instagram.com/stories/highlights/3456789012345678901/')).toMatchObject({
      canonicalUrl: 'https://www.instagram.com/stories/highlights/3456789012345678901/',
      canonicalKey: 'instagram:highlight:3456789012345678901',
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
    });
  });

  test.each([
    'https://www.facebook.com/watch/?v=1234567890123',
    'https://fb.com/watch?v=1234567890123',
    'https://www.facebook.com/watch/live/?ref=x&v=1234567890123',
    'https://de-de.facebook.com/some.page/videos/1234567890123/',
    'https://m.facebook.com/some.page/videos/a-slug-here/1234567890123',
    'https://www.facebook.com/video.php?v=1234567890123',
    'https://www.facebook.com/video/embed?video_id=1234567890123',
    'https://www.facebook.com/reel/1234567890123',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fp%2Fvideos%2F1234567890123%2F',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1234567890123&h=x',
    'https://www.facebook.com/flx/warn/?u=https%3A%2F%2Fwww.facebook.com%2Freel%2F1234567890123',
  ])('Facebook: %s', (url) => {
    expect(parsed(url)).toMatchObject({
      canonicalUrl: 'https://www.facebook.com/watch/?v=1234567890123',
      canonicalKey: 'facebook:1234567890123',
      platform: 'facebook',
      platformVideoId: '1234567890123',
    });
  });

  test('identifies Facebook posts by page and post', () => {
    expect(parsed('https://m.facebook.com/story.php?id=100044&story_fbid=pfbid02AbC&mibextid=x')).toMatchObject({
      canonicalUrl: 'https://www.facebook.com/story.php?story_fbid=pfbid02AbC&id=100044',
      canonicalKey: 'facebook:post:100044:pfbid02AbC',
      platformVideoId: 'pfbid02AbC',
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
    });
  });

  test('treats ids that differ only in case as two videos', () => {
    expect(parsed('https://youtu.be/dQw4w9WgXcQ').canonicalKey).not.toBe(
      parsed('https://youtu.be/dqw4w9WgXcQ').canonicalKey,
    );
  });
});

describe('ignores how a link is written or pasted', () => {
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
