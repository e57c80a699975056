import { pageWithoutVideo, type VideoPlatform } from './platform.js';

const HOSTS = new Set(
  ['x.com', 'twitter.com'].flatMap((domain) => [domain, `www.${domain}`, `m.${domain}`, `mobile.${domain}`]),
);

/** Anything after the id (`/video/1`) only selects a part of the post. */
const STATUS_PATH = /^(?:(?:i\/web|(?<account>\w+))\/status(?:es)?|statuses)\/(?<id>[1-9]\d{0,19})(?:\/|$)/;

export const x: VideoPlatform = {
  name: 'x',
  ownsHost: (host) => HOSTS.has(host),
  readPage: ({ path }) => {
    const { account, id } = STATUS_PATH.exec(path)?.groups ?? {};
    if (id === undefined) return pageWithoutVideo(path);
    return {
      page: 'video',
      id,
      account,
      canonicalKey: `x:${id}`,
      canonicalUrl: `https://x.com/i/status/${id}`,
    };
  },
  // `i` and the others are pages of the site itself.
  handle: /^(?!(?:compose|i|intent|messages|notifications)$)\w{1,20}$/i,
  accountUrl: (handle) => `https://x.com/${handle}`,
  searchUrl: 'https://x.com/search?f=video&q=',
};
