import { NO_VIDEO, type Page, pageWithoutVideo, type VideoPlatform } from './platform.js';

const CLIPS_HOST = 'clips.twitch.tv';
const PLAYER_HOST = 'player.twitch.tv';
const HOSTS = new Set(['twitch.tv', 'www.twitch.tv', 'm.twitch.tv', 'go.twitch.tv', CLIPS_HOST, PLAYER_HOST]);

const VIDEO_PATH = /^(?:videos|(?<account>[^/]+)\/(?:v|video))\/(?<id>\d{1,20})(?:\/|$)/;
const CLIP_PATH = /^(?:(?<account>[^/]+)\/)?clip\/(?<slug>[^/]+)/;
const SCHEDULE_PATH = /^(?<account>[^/]+)\/schedule$/;
const CLIP_SLUG = /^[\w-]{4,100}$/;

/** Video ids in queries may have a leading v: `video=v123`. */
const VIDEO_PARAMETER = /^v?(?<id>\d{1,20})$/;

/** Pages of the clips host that look like a slug. */
const CLIP_TOOLS = new Set(['create', 'embed']);

export const twitch: VideoPlatform = {
  name: 'twitch',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ host, path, query }) => {
    const embeddedClip = path === 'embed' ? query.get('clip') : null;
    if (embeddedClip !== null) return clipPage(embeddedClip);
    if (host === CLIPS_HOST) return CLIP_TOOLS.has(path) ? NO_VIDEO : clipPage(path);
    if (host === PLAYER_HOST) {
      const account = query.get('channel');
      return account === null ? videoInQuery(query.get('video')) : { page: 'account', account };
    }
    const scheduled = query.has('vodID') ? SCHEDULE_PATH.exec(path)?.groups?.['account'] : undefined;
    if (scheduled !== undefined) return videoInQuery(query.get('vodID'), scheduled);

    const clip = CLIP_PATH.exec(path)?.groups;
    if (clip?.['slug'] !== undefined) return clipPage(clip['slug'], clip['account']);
    const { account, id } = VIDEO_PATH.exec(path)?.groups ?? {};
    return id === undefined ? pageWithoutVideo(path) : videoPage(id, account);
  },
  handle: /^\w{1,25}$/,
  accountUrl: (handle) => `https://www.twitch.tv/${handle}`,
  searchUrl: 'https://www.twitch.tv/search?term=',
};

function videoInQuery(parameter: string | null, account?: string): Page {
  const id = VIDEO_PARAMETER.exec(parameter ?? '')?.groups?.['id'];
  return id === undefined ? NO_VIDEO : videoPage(id, account);
}

function videoPage(id: string, account?: string): Page {
  return {
    page: 'video',
    id,
    account,
    canonicalKey: `twitch:${id}`,
    canonicalUrl: `https://www.twitch.tv/videos/${id}`,
  };
}

function clipPage(slug: string, account?: string): Page {
  if (!CLIP_SLUG.test(slug)) return NO_VIDEO;
  return {
    page: 'video',
    id: slug,
    account,
    canonicalKey: `twitch:clip:${slug}`,
    canonicalUrl: `https://clips.twitch.tv/${slug}`,
  };
}
