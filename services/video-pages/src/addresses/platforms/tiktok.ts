import { NO_VIDEO, pageWithoutVideo, type VideoPlatform } from './platform.js';

const SHORT_HOSTS = new Set(['vm.tiktok.com', 'vt.tiktok.com']);
const HOSTS = new Set(['tiktok.com', 'www.tiktok.com', 'm.tiktok.com', ...SHORT_HOSTS]);

const VIDEO_PATH =
  /^(?:@(?<handle>[^/]*)\/video|v|embed(?:\/v2)?|player\/v1|share\/video)\/(?<id>\d{15,20})(?:\.html)?(?:\/|$)/;
const HANDLE = /^[\w.-]{1,64}$/;

export const tiktok: VideoPlatform = {
  name: 'tiktok',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ host, path }) => {
    if (SHORT_HOSTS.has(host)) return path ? { page: 'short_link', url: `https://${host}/${path}` } : NO_VIDEO;
    if (/^t\/./.test(path)) return { page: 'short_link', url: `https://www.tiktok.com/${path}` };

    const { handle = '', id } = VIDEO_PATH.exec(path)?.groups ?? {};
    if (id === undefined) return pageWithoutVideo(path);
    return {
      page: 'video',
      id,
      account: handle,
      canonicalKey: `tiktok:${id}`,
      canonicalUrl: `https://www.tiktok.com/@${HANDLE.test(handle) ? handle.toLowerCase() : '_'}/video/${id}`,
    };
  },
  handle: HANDLE,
  accountUrl: (handle) => `https://www.tiktok.com/@${handle}`,
  searchUrl: 'https://www.tiktok.com/search/video?q=',
};
