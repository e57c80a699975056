import { NO_VIDEO, type Page, pageWithoutVideo, type VideoPlatform } from './platform.js';

const CLIPS_HOST = 'clips.twitch.tv';
const PLAYER_HOST = 'player.twitch.tv';
const HOSTS = new Set(['twitch.tv', 'www.twitch.tv', 'm.twitch.tv', 'go.twitch.tv', CLIPS_HOST, PLAYER_HOST]);

const VIDEO_PATH = /^(?:videos|[^/]+\/v|[^/]+\/video)\/(?<id>\d{1,20})(?:\/|$)/;
const CLIP_PATH = /^(?:[^/]+\/)?clip\/(?<slug>[^/]+)/;
const SCHEDULE_PATH = /^[^/]+\/schedule$/;
const CLIP_SLUG = /^[\w-]{4,100}$/;

/** Videos in queries may be written with a leading v: `video=v123`. */
const VIDEO_PARAMETER = /^v?(?<id>\d{1,20})$/;

/** Pages of the clips host that have the form of a slug. */
const CLIP_TOOLS = new Set(['create', 'embed']);

export const twitch: VideoPlatform = {
  name: 'twitch',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ host, path, query }) => {
    const embeddedClip = path === 'embed' ? query.get('clip') : null;
    if (embeddedClip !== null) return clipPage(embeddedClip);
    if (host === CLIPS_HOST) return CLIP_TOOLS.has(path) ? NO_VIDEO : clipPage(path);
    if (host === PLAYER_HOST) return query.has('channel') ? { page: 'account' } : videoInQuery(query.get('video'));
    if (SCHEDULE_PATH.test(path) && query.has('vodID')) return videoInQuery(query.get('vodID'));

    const slug = CLIP_PATH.exec(path)?.groups?.['slug'];
    if (slug !== undefined) return clipPage(slug);
    const id = VIDEO_PATH.exec(path)?.groups?.['id'];
    return id === undefined ? pageWithoutVideo(path) : videoPage(id);
  },
};

function videoInQuery(parameter: string | null): Page {
  const id = VIDEO_PARAMETER.exec(parameter ?? '')?.groups?.['id'];
  return id === undefined ? NO_VIDEO : videoPage(id);
}

function videoPage(id: string): Page {
  return {
    page: 'video',
    id,
    canonicalKey: `twitch:${id}`,
    canonicalUrl: `https://www.twitch.tv/videos/${id}`,
  };
}

function clipPage(slug: string): Page {
  if (!CLIP_SLUG.test(slug)) return NO_VIDEO;
  return {
    page: 'video',
    id: slug,
    canonicalKey: `twitch:clip:${slug}`,
    canonicalUrl: `https://clips.twitch.tv/${slug}`,
  };
}
