import { NO_VIDEO, type Page, pageWithoutVideo, type VideoPlatform, wrapperOf } from './platform.js';

const SHORT_HOST = 'fb.watch';
const HOST = /^(?:(?:[a-z0-9-]+\.)?facebook\.com|fb\.com|fb\.watch)$/;

const VIDEO_ID = /^\d{1,25}$/;
const VIDEO_PATH = /^(?<account>[^/]+)\/videos\/(?:[^/]+\/)?(?<id>\d{1,25})(?:\/|$)/;
const REEL_PATH = /^reel\/(?<id>\d{1,25})(?:\/|$)/;
const SHARE_PATH = /^share\/(?:[vrp]\/)?[\w-]{4,}$/;
const STORY_ID = /^[A-Za-z0-9]{1,128}$/;

export const facebook: VideoPlatform = {
  name: 'facebook',
  ownsHost: (host) => HOST.test(host),
  readPage: ({ host, path, query }) => {
    if (host === SHORT_HOST) return path ? { page: 'short_link', url: `https://fb.watch/${path}` } : NO_VIDEO;
    if (SHARE_PATH.test(path)) return { page: 'short_link', url: `https://www.facebook.com/${path}` };

    switch (path) {
      case 'l.php':
      case 'flx/warn':
        return wrapperOf(query.get('u'));
      case 'plugins/video.php':
        return wrapperOf(query.get('href'));
      case 'watch':
      case 'video.php':
      case 'watch/live':
        return videoPage(query.get('v'));
      case 'video/embed':
        return videoPage(query.get('video_id'));
      case 'story.php':
      case 'permalink.php':
        return postPage(query.get('id'), query.get('story_fbid'));
      default:
        return path === 'profile.php' ? { page: 'account', account: query.get('id') ?? '' } : pageAtPath(path);
    }
  },
  handle: /^[\p{L}\p{M}\p{N}._-]{1,100}$/u,
  accountUrl: (handle) => `https://www.facebook.com/${encodeURIComponent(handle)}`,
  searchUrl: 'https://www.facebook.com/search/videos/?q=',
};

function pageAtPath(path: string): Page {
  const { account, id } = (REEL_PATH.exec(path) ?? VIDEO_PATH.exec(path))?.groups ?? {};
  return id === undefined ? pageWithoutVideo(path) : videoPage(id, account);
}

function videoPage(id: string | null, account?: string): Page {
  if (id === null || !VIDEO_ID.test(id)) return NO_VIDEO;
  return {
    page: 'video',
    id,
    account,
    canonicalKey: `facebook:${id}`,
    canonicalUrl: `https://www.facebook.com/watch/?v=${id}`,
  };
}

/** A post's id is unique only within its page. */
function postPage(pageId: string | null, storyId: string | null): Page {
  if (pageId === null || !VIDEO_ID.test(pageId) || storyId === null || !STORY_ID.test(storyId)) return NO_VIDEO;
  return {
    page: 'video',
    id: storyId,
    canonicalKey: `facebook:post:${pageId}:${storyId}`,
    canonicalUrl: `https://www.facebook.com/story.php?story_fbid=${storyId}&id=${pageId}`,
  };
}
