import { NO_VIDEO, type Page, pageWithoutVideo, type VideoPlatform, wrapperOf } from './platform.js';

const WRAPPER_HOST = 'l.instagram.com';
const HOSTS = new Set(['instagram.com', 'www.instagram.com', 'm.instagram.com', WRAPPER_HOST]);

const POST_PATH = /^(?:(?<account>[\w.]+)\/)?(?:p|reel|reels|tv)\/(?<code>[\w-]+)(?:\/|$)/;
const STORY_PATH = /^stories\/(?<user>[\w.]+)\/(?<storyId>\d{1,25})(?:\/|$)/;
const CODE = /^[\w-]{5,28}$/;

/** Links to posts of private accounts append a key of this length to the code. */
const PRIVATE_KEY_LENGTH = 28;

export const instagram: VideoPlatform = {
  name: 'instagram',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ host, path, query }) => {
    if (host === WRAPPER_HOST) return wrapperOf(query.get('u'));
    if (/^share\/./.test(path)) return { page: 'short_link', url: `https://www.instagram.com/${path}` };

    const { user, storyId } = STORY_PATH.exec(path)?.groups ?? {};
    if (user !== undefined && storyId !== undefined) return storyPage(user.toLowerCase(), storyId);

    // `/reels/audio/<number>` lists reels with a sound; "audio" looks like a code.
    const { account, code } = POST_PATH.exec(path)?.groups ?? {};
    if (code !== undefined && code !== 'audio') return postPage(code, account);

    const teller = /^stories\/([^/]+)$/.exec(path)?.[1];
    return teller === undefined ? pageWithoutVideo(path) : { page: 'account', account: teller };
  },
  handle: /^[\w.]{1,30}$/,
  accountUrl: (handle) => `https://www.instagram.com/${handle}/`,
  searchUrl: 'https://www.instagram.com/explore/search/keyword/?q=',
};

/** Posts, reels and videos share one namespace of codes. */
function postPage(longCode: string, account: string | undefined): Page {
  const code = longCode.length > PRIVATE_KEY_LENGTH ? longCode.slice(0, -PRIVATE_KEY_LENGTH) : longCode;
  if (!CODE.test(code)) return NO_VIDEO;
  return {
    page: 'video',
    id: code,
    account,
    canonicalKey: `instagram:${code}`,
    canonicalUrl: `https://www.instagram.com/p/${code}/`,
  };
}

/** Highlights are permanent stories, with ids of their own. */
function storyPage(user: string, id: string): Page {
  const isHighlight = user === 'highlights';
  return {
    page: 'video',
    id,
    account: isHighlight ? undefined : user,
    canonicalKey: `instagram:${isHighlight ? 'highlight' : 'story'}:${id}`,
    canonicalUrl: `https://www.instagram.com/stories/${user}/${id}/`,
  };
}
