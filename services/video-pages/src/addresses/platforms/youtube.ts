import { NO_VIDEO, type Page, pageWithoutVideo, type VideoPlatform, wrapperOf } from './platform.js';

const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be']);
const CONSENT_HOST = 'consent.youtube.com';
const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
  CONSENT_HOST,
  ...SHORT_HOSTS,
]);

const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;

export const youtube: VideoPlatform = {
  name: 'youtube',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ host, path, query }) => {
    const [first = '', second = ''] = path.split('/');
    if (host === CONSENT_HOST) return wrapperOf(query.get('continue'));
    if (SHORT_HOSTS.has(host)) return videoPage(first);

    switch (first) {
      case 'watch':
        if (!query.has('v') && query.has('list')) return { page: 'playlist' };
        return videoPage(query.get('v') ?? '');
      case 'shorts':
      case 'live':
        return videoPage(second);
      case 'embed':
      case 'v':
      case 'e':
        return embeddedPage(second);
      case 'clip':
        return second ? { page: 'short_link', url: `https://www.youtube.com/clip/${second}` } : NO_VIDEO;
      case 'redirect':
        return wrapperOf(query.get('q'));
      case 'oembed':
        return wrapperOf(query.get('url'));
      case 'attribution_link':
        return wrapperOf(absolute(query.get('u')));
      case 'playlist':
        return { page: 'playlist' };
      case 'channel':
      case 'c':
      case 'user':
        return { page: 'account', account: second };
      default:
        return first.startsWith('@') ? { page: 'account', account: first } : pageWithoutVideo(path);
    }
  },
  handle: /^[\p{L}\p{M}\p{N}._·-]{1,100}$/u,
  accountUrl: (handle) =>
    `https://www.youtube.com/${CHANNEL_ID.test(handle) ? `channel/${handle}` : `@${encodeURIComponent(handle)}`}`,
  searchUrl: 'https://www.youtube.com/results?search_query=',
};

function videoPage(id: string): Page {
  if (!VIDEO_ID.test(id)) return NO_VIDEO;
  return {
    page: 'video',
    id,
    canonicalKey: `youtube:${id}`,
    canonicalUrl: `https://www.youtube.com/watch?v=${id}`,
  };
}

/** The players of playlists and live streams have names that look like an id. */
function embeddedPage(id: string): Page {
  if (id === 'videoseries') return { page: 'playlist' };
  return id === 'live_stream' ? NO_VIDEO : videoPage(id);
}

/** Attribution links contain only the path of their target: `/watch?v=…`. */
function absolute(target: string | null): string | null {
  return target && /^\/(?!\/)/.test(target) ? `https://www.youtube.com${target}` : target;
}
